import { type OperationId, operations } from "@/lib/contract";
import type { REQUEST_OUTCOMES, RequestCredential } from "@/lib/integrations";

export const OUTCOME_WORDS: Record<(typeof REQUEST_OUTCOMES)[number], string> = {
  succeeded: "Succeeded",
  failed: "Failed",
  refused: "Refused (4xx)",
  limited: "Over a limit (429)",
  broken: "The hub failed (5xx)",
};

export const KIND_WORDS: Record<RequestCredential["kind"], string> = {
  "api-key": "API key",
  tool: "Tool",
  session: "Session token",
  federation: "Federation token",
  dispatch: "Dispatch secret",
  none: "No valid credential",
};

/** Of a key, tool or person that is there no more. */
export const GONE_WORDS: Partial<Record<RequestCredential["kind"], string>> = {
  "api-key": "A deleted key",
  tool: "A former tool",
};

/** `GET /api/public/tools`; nothing for an operation of another release. */
export function requestLine(id: string): string | null {
  const operation = id in operations ? operations[id as OperationId] : undefined;
  return operation ? `${operation.method} ${operation.path}` : null;
}
