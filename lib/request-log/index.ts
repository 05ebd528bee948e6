export { CREDENTIAL_KINDS, CREDENTIAL_OF, REQUEST_OUTCOMES } from "./credential-kinds";
export type { RequestCredential, RequestEntry, RequestOutcome, RequestQuery } from "./list-requests";
export type { AnsweredCall, RequestRecorder } from "./request-recorder";
