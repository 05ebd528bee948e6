import type { Operation } from "@/lib/contract";

export const TAGS: Record<Operation["tag"] | "Webhooks", string> = {
  Tools: "Tools registered on the hub, and those that a brand can use.",
  Brands: "The caller's brands, and a brand's compiled identity (version 0).",
  Events:
    "Events that tools report to the hub. Version 1 is idempotent and reaches other tools; version 0 remains for older services.",
  Federation: "Short-lived tokens that tell a child tool its user and brand.",
  Bundle: "Everything a child tool needs to know about a brand, in one request (version 1).",
  "Hub-internal": "For the hub's scheduler and operators. Child tools never call these.",
  Documentation: "This API's documentation for programs and people.",
  Webhooks: "Requests that the hub sends to a tool's webhook URL.",
};
