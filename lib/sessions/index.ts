export { authenticateSessionToken } from "./authenticate-session-token";
export { describeUserAgent } from "./describe-user-agent";
export { findLiveSession, type LiveSession } from "./find-live-session";
export { inForce } from "./in-force";
export { isSessionLive } from "./is-session-live";
export { issueNamedSessionToken, type NamedSessionToken } from "./issue-named-session-token";
export { issueSession } from "./issue-session";
export { listSessions, type SessionSummary } from "./list-sessions";
export { revokeAllSessions } from "./revoke-all-sessions";
export { revokeSession } from "./revoke-session";
export { revokeSessionsOf } from "./revoke-sessions-of";
export {
  SESSION_LIFETIME_SECONDS,
  SESSION_TOKEN_TYPE,
  SessionClaims,
  type SessionSigning,
  sessionSigning,
} from "./session-claims";
export { signSessionToken } from "./sign-session-token";
export { verifySessionToken } from "./verify-session-token";
