export type { RequestCredential, RequestEntry, RequestOutcome, RequestQuery } from "./list-requests";
export type { AnsweredCall, RequestRecorder } from "./request-recorder";

/** How a call ended, as lists of them are narrowed. */
export const REQUEST_OUTCOMES = ["succeeded", "failed", "refused", "limited", "broken"] as const;

/** Kinds of credentials, as lists of calls are narrowed by them; `none` is who proved nothing. */
export const CREDENTIAL_KINDS = ["api-key", "tool", "session", "federation", "dispatch", "none"] as const;
