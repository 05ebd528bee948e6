import type { Operation } from "@/lib/contract";

/** Descriptions of the operation groups, in document order. */
export const TAGS: Record<Operation["tag"] | "Webhooks", string> = {
  Tools: "The tools registered on the hub, and which of them a brand is entitled to.",
  Brands: "The brands of a caller, and the compiled identity of one of them (version 0).",
  Events:
    "What happens in a tool, reported to the hub. Version 1 is idempotent and reaches other tools; version 0 is kept for older services.",
  Federation: "Short-lived tokens by which a child tool learns which user in which brand stands in front of it.",
  Bundle: "Everything a child tool needs of a brand, in one read (version 1).",
  "Hub-internal": "Run by the hub's own scheduler and operators. Child projects never call these.",
  Documentation: "This API, described for machines and for people.",
  Webhooks: "What the hub sends to a tool's webhook URL.",
};
