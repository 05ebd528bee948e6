export { ACCOUNT_LIMITS, parseEmail } from "./account/account-input";
export { COMPANY_SIGN_IN, type CompanySignIn, NO_COMPANY_SIGN_IN } from "./account/company-sign-in";
export type { AppSetUp } from "./account/factors/authenticator-app";
export { FACTOR_LIMITS } from "./account/factors/factor-input";
export type { Factors, PasskeySummary } from "./account/factors/list-factors";
export type { NewPasskeyRequest } from "./account/factors/passkeys";
export type { SecondFactors } from "./account/factors/pending-sign-in";
export type { PasskeyChallenge, PasskeyRequest } from "./account/factors/verify-passkey";
export type { HubAdminStep } from "./account/make-hub-admin";
export type { Account } from "./account/own-account";
export type { ReauthMethod, ReauthOptions } from "./account/reauthenticate";
export type { OpenedSession, PasswordAttempt, PasswordSignIn } from "./account/sign-in-with-password";
export type { ProviderIdentity } from "./account/sign-in-with-provider";
export * from "./audit/actions";
export type { AuditExport, AuditQuery, AuditRecord } from "./audit/export-entries";
export type { AuditEntry } from "./audit/record-audit";
export type { AccessServices } from "./context";
export type { Invitation, NewMember } from "./members/accept-invitation";
export type { MemberKey } from "./members/change-role";
export type { IssuedInvitation } from "./members/invite-member";
export type { InvitationQuery, InvitationSummary, Member, MemberQuery } from "./members/list-members";
export { can, PERMISSIONS, type Permission } from "./members/permissions";
export type { BrandAccess } from "./members/require-permission";
export type { Deactivation } from "./people/change-person";
export type { Erasure } from "./people/erase-person";
export type { ListedPerson, PersonState } from "./people/list-people";
export {
  ARCHIVED_COUNTS_MS,
  amountText,
  type BrandQuotas,
  NO_QUOTAS,
  type Quota,
  type Quotas,
  type QuotaUse,
  type UserQuotas,
} from "./quotas/quotas";
export { daysText, NO_RETENTION, type Retention } from "./retention/retention";
export { describeUserAgent, MAX_TOKEN_NAME_LENGTH } from "./sessions/describe-user-agent";
export type { GeoIp } from "./sessions/geoip";
export type { NamedSessionToken, NewSession } from "./sessions/issue-session";
export type { SessionSummary } from "./sessions/list-sessions";
export type { LiveSession } from "./sessions/live-session";
