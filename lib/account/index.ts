export type { HubAdminStep } from "./make-hub-admin";
export type { Account } from "./own-account";
export { parseEmail } from "./parse-email";
export type { PasswordAttempt, PasswordSignIn } from "./sign-in-with-password";
export type { ProviderIdentity } from "./sign-in-with-provider";
