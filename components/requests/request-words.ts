import { type OperationId, operations } from "@/lib/contract";
import type { REQUEST_OUTCOMES, RequestCredential } from "@/lib/integrations";

export const OUTCOME_WORDS: Record<(typeof REQUEST_OUTCOMES)[number], string> = {
  succeeded: "Succeeded",
  failed: "Failed",
  refused: "Client error (4xx)",
  limited: "Rate limited (429)",
  broken: "Server error (5xx)",
};

export const KIND_WORDS: Record<RequestCredential["kind"], string> = {
  "api-key": "API key",
  tool: "Tool",
  session: "Session token",
  federation: "Federation token",
  dispatch: "Dispatch secret",
  none: "No valid credential",
};

/** Names for deleted keys and tools. */
export const GONE_WORDS: Partial<Record<RequestCredential["kind"], string>> = {
  "api-key": "Deleted key",
  tool: "Deleted tool",
};

/** Returns for example `GET /api/public/tools`, or null for an operation of another release. */
export function requestLine(id: string): string | null {
  const operation = id in operations ? operations[id as OperationId] : undefined;
  return operation ? `${operation.method} ${operation.path}` : null;
}
