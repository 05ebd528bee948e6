export { describeUserAgent } from "./describe-user-agent";
export type { NamedSessionToken, NewSession } from "./issue-session";
export type { SessionSummary } from "./list-sessions";
export type { LiveSession } from "./live-session";
