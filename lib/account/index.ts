export { ACCOUNT_LIMITS, parseAccountName, parseEmail } from "./account-input";
export { COMPANY_SIGN_IN, type CompanySignIn, NO_COMPANY_SIGN_IN } from "./company-sign-in";
export type { HubAdminStep } from "./make-hub-admin";
export type { OpenedSession } from "./open-browser-session";
export type { Account } from "./own-account";
export type { ProofKind } from "./proof-methods";
export type { ProofOffers } from "./prove-identity";
export type { PasswordAttempt, PasswordSignIn } from "./sign-in-with-password";
export type { ProviderIdentity } from "./sign-in-with-provider";
