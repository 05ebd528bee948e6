export type { HubAdminStep } from "./make-hub-admin";
export { parseEmail } from "./parse-email";
export type { Account } from "./read-account";
export type { PasswordAttempt, PasswordSignIn } from "./sign-in-with-password";
export type { ProviderIdentity } from "./sign-in-with-provider";
