export { describeUserAgent } from "./describe-user-agent";
export type { LiveSession } from "./find-live-session";
export type { NamedSessionToken } from "./issue-named-session-token";
export type { SessionSummary } from "./list-sessions";
export type { SessionSigning } from "./session-claims";
