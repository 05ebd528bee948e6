import type { NoticeKind } from "./kinds";
import type { NoticeDetails } from "./notice-details";
import { sentencesOf } from "./notice-words";

/** Event type of what whoever runs the hub is told; `hub.*` is the hub's own. */
export const OPERATOR_EVENT = "hub.notice";
/** Brands in one message; `brand_count` says how many there are. */
const MOST_BRANDS = 100;

interface OperatorEvent {
  id: string;
  type: typeof OPERATOR_EVENT;
  occurred_at: string;
  kind: NoticeKind;
  tool_slug: string | null;
  /** Where the tool is notified; its path and query are nobody's business. */
  host: string | null;
  brand_count: number;
  brands: string[];
  text: string;
}

/** One message about notices of one kind and topic: ids and slugs for programs, sentences for people, and nobody's name. */
export function operatorEvent(
  { id, occurredAt }: { id: string; occurredAt: Date },
  notices: readonly [NoticeDetails, ...NoticeDetails[]],
): OperatorEvent {
  const [{ kind, tool }] = notices;
  const slugs = [...new Set(notices.flatMap(({ brand }) => (brand ? [brand.slug] : [])))];
  const nameless = notices.map((notice) => ({ ...notice, manager: null }));
  return {
    id,
    type: OPERATOR_EVENT,
    occurred_at: occurredAt.toISOString(),
    kind,
    tool_slug: tool?.slug ?? null,
    host: tool?.host || null,
    brand_count: slugs.length,
    brands: slugs.slice(0, MOST_BRANDS),
    text: sentencesOf(nameless, String).join("\n"),
  };
}
