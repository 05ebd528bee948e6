export { holdSession, whileSignedIn } from "./hold-session";
export { issueNamedSessionToken, issueSession } from "./issue-session";
export { listSessions } from "./list-sessions";
export {
  ASKED_IN_FORCE,
  ASKED_SESSION,
  findSessionGrant,
  liveSessionOf,
  SESSION_COLUMNS,
  SESSION_GIVEN,
  type SessionRow,
  sessionQuestion,
  stillInForce,
} from "./live-session";
export { NO_PLACES, openPlaces } from "./places";
export { renewProof } from "./renew-proof";
export { revokeAllSessions, revokeSession, revokeSessionsOf } from "./revoke-sessions";
export {
  authenticateSessionCookie,
  authenticateSessionToken,
  SESSION_LIFETIME_SECONDS,
  SESSION_TOKEN_TYPE,
  SessionClaims,
  signSessionToken,
  verifySessionToken,
} from "./session-token";
export { forgetProofs, strengthenSession, weakenSessions } from "./strength";
