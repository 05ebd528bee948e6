export { CREDENTIAL_KINDS, CREDENTIAL_OF } from "./credential-kinds";
export type { RequestCredential, RequestEntry, RequestOutcome, RequestQuery } from "./list-requests";
export type { AnsweredCall, RequestRecorder } from "./request-recorder";

/** How a call ended, as lists of them are narrowed. */
export const REQUEST_OUTCOMES = ["succeeded", "failed", "refused", "limited", "broken"] as const;
