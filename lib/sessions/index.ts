export type { SessionKind, SessionScope } from "@/lib/kernel/context";
export { describeUserAgent } from "./describe-user-agent";
export type { NamedSessionToken, NewSession } from "./issue-session";
export type { SessionSummary } from "./list-sessions";
export type { LiveSession } from "./live-session";
export type { Places } from "./places";
export { MAX_TOKEN_NAME_LENGTH } from "./token-name";
