import type { EventSummary } from "@/lib/integrations";

export function EventSource({ source }: { source: EventSummary["source"] }) {
  if (!source) return <span className="text-muted">A deleted key</span>;
  return (
    <span>
      {source.name} <span className="text-muted">{source.kind === "tool" ? "(tool)" : "(API key)"}</span>
    </span>
  );
}

export function repeatedWords(duplicates: number): string {
  if (duplicates === 0) return "Never";
  return duplicates === 1 ? "Once" : `${duplicates.toLocaleString("en")} times`;
}
