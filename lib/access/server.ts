export { accountLinkPath, findAccountLink } from "./account/account-links";
export {
  changePassword,
  checkNewPassword,
  makeResetLink,
  requestPasswordReset,
  resetPassword,
} from "./account/change-password";
export { DEVICE_LIFETIME_SECONDS, rememberDevice } from "./account/device-token";
export {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
} from "./account/factors/authenticator-app";
export { makeRecoveryCodes, resetFactors } from "./account/factors/change-factors";
export { listFactors } from "./account/factors/list-factors";
export { addPasskey, createRegistrationChallenge, removePasskey, renamePasskey } from "./account/factors/passkeys";
export {
  beginPendingSignIn,
  createSecondFactorChallenge,
  createSignInChallenge,
  finishSignIn,
  listSecondFactors,
  PENDING_SIGN_IN_LIFETIME_SECONDS,
  signInWithPasskey,
} from "./account/factors/pending-sign-in";
export { CHALLENGE_LIFETIME_SECONDS } from "./account/factors/verify-passkey";
export { settleFailedLoginAudits } from "./account/failed-logins";
export { makeHubAdmin, nextHubAdminStep } from "./account/make-hub-admin";
export {
  changeEmail,
  readAccount,
  renameAccount,
  requestEmailChange,
  requestEmailVerification,
  undoEmailChange,
  verifyEmail,
} from "./account/own-account";
export { hashPassword, verifyPassword } from "./account/password";
export {
  createReauthChallenge,
  listReauthOptions,
  reauthenticate,
  reauthenticateWithProvider,
  StaleReauthentication,
  verifyCurrentPassword,
} from "./account/reauthenticate";
export { CompanySignInOnly, companyDomainOf, requireSignInMethod } from "./account/sign-in-method";
export { openBrowserSession, openPasswordSession, signInWithPassword } from "./account/sign-in-with-password";
export { OtherIdentityLinked, signInWithProvider } from "./account/sign-in-with-provider";
export { deleteBrandEntries, dropAuditEntries, recordLogDeletion } from "./audit/chain/drop-entries";
export { erasePersonFromAudit } from "./audit/chain/erase-from-audit";
export { runAuditTick } from "./audit/chain/extend-chains";
export { verifyAudit } from "./audit/chain/verify-audit";
export {
  exportAuditEntries,
  exportHubActivity,
  listHubActivity,
  listOwnActivity,
  readAuditEntries,
} from "./audit/export-entries";
export { recordAudit, recordAudits } from "./audit/record-audit";
export {
  acceptInvitation,
  findInvitation,
  invitationPath,
  isOpenInvitation,
  joinByInvitation,
} from "./members/accept-invitation";
export { changeRole, removeMember, transferBrand } from "./members/change-role";
export { inviteMember, resendInvitation, revokeInvitation } from "./members/invite-member";
export { joinByRoleClaim } from "./members/join-by-role-claim";
export { countInvitations, listInvitations, listMembers } from "./members/list-members";
export {
  enterBrand,
  type FoundBrands,
  findActiveBrand,
  findMemberBrand,
  isMemberOfSlug,
  listBrandsWithActive,
  listMemberships,
  proveByBrands,
  switchActiveBrand,
  type WhichBrands,
} from "./members/member-brands";
export { holdBrand, lockBrand, requireActive, requirePermission } from "./members/require-permission";
export {
  deactivatePerson,
  reactivatePerson,
  readAdminsNeedTwoFactor,
  setAdminsNeedTwoFactor,
  setHubAdmin,
  signOutPerson,
} from "./people/change-person";
export { eraseByEmail, eraseOwnAccount, erasePerson } from "./people/erase-person";
export { exportByEmail, exportOwnData } from "./people/export-person";
export { listPeople } from "./people/list-people";
export {
  countPeople,
  QuotaExceeded,
  readBrandUse,
  readOwnUse,
  requireOwnQuota,
  requireQuota,
} from "./quotas/quota-use";
export { runRetentionTick } from "./retention/run-tick";
export { NO_GEOIP, openGeoIp } from "./sessions/geoip";
export {
  authenticateSessionCookie,
  authenticateSessionToken,
  issueNamedSessionToken,
  issueSession,
  SESSION_LIFETIME_SECONDS,
  SESSION_TOKEN_TYPE,
  SessionClaims,
  signSessionToken,
  verifySessionToken,
} from "./sessions/issue-session";
export {
  ACTIVE_SESSION_CONDITION,
  findSessionGrant,
  holdSession,
  isActiveSession,
  listSessions,
  SESSION_PARAMS,
  sessionParams,
  weakenSessions,
  whileSignedIn,
} from "./sessions/live-session";
export { revokeAllSessions, revokeSession, revokeSessionsOf } from "./sessions/revoke-sessions";
