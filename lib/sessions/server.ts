export { issueNamedSessionToken, issueSession } from "./issue-session";
export { listSessions } from "./list-sessions";
export { findLiveSession, inForce, isSessionLive } from "./live-session";
export { revokeAllSessions, revokeSession, revokeSessionsOf } from "./revoke-sessions";
export {
  authenticateSessionToken,
  SESSION_LIFETIME_SECONDS,
  SESSION_TOKEN_TYPE,
  SessionClaims,
  signSessionToken,
  verifySessionToken,
} from "./session-token";
