import type { EventSummary } from "@/lib/events";

/** Who sent an event. */
export function EventSource({ source }: { source: EventSummary["source"] }) {
  if (!source) return <span className="text-muted">A deleted key</span>;
  return (
    <span>
      {source.name} <span className="text-muted">{source.kind === "tool" ? "(tool)" : "(API key)"}</span>
    </span>
  );
}
