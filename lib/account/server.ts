export { accountLinkPath, findAccountLink, voidAccountLinks } from "./account-links";
export { settleGuesses } from "./audit-guesses";
export { askForEmailChange, changeEmail, undoEmailChange } from "./change-email";
export { changePassword } from "./change-password";
export { checkNewPassword } from "./check-new-password";
export { DEVICE_LIFETIME_SECONDS, rememberDevice } from "./device-token";
export { beginAuthenticatorApp, confirmAuthenticatorApp, removeAuthenticatorApp } from "./factors/authenticator-app";
export { resetFactors } from "./factors/clear-factors";
export {
  askForSecondStep,
  beginHalfSignIn,
  finishSignIn,
  HALF_SIGN_IN_LIFETIME_SECONDS,
  listSecondSteps,
} from "./factors/half-sign-in";
export { listFactors } from "./factors/list-factors";
export { makeRecoveryCodes } from "./factors/make-recovery-codes";
export { CHALLENGE_LIFETIME_SECONDS } from "./factors/passkey-challenge";
export { addPasskey, askForNewPasskey, removePasskey, renamePasskey } from "./factors/passkeys";
export { askForSignIn, signInWithPasskey } from "./factors/sign-in-with-passkey";
export { makeHubAdmin, nextHubAdminStep } from "./make-hub-admin";
export { openBrowserSession } from "./open-browser-session";
export { readAccount, renameAccount } from "./own-account";
export { hashPassword, verifyPassword } from "./password";
export { askForVerification, proveEmail, verifyEmail } from "./prove-email";
export { askForPasskeyProof, listProofOffers, ProvedLongAgo, proveIdentity, proveWithProvider } from "./prove-identity";
export { provePassword } from "./prove-password";
export { CompanySignInOnly, companyDomainOf, requireWayIn } from "./require-way-in";
export { askForPasswordReset, makeResetLink, resetPassword } from "./reset-password";
export { openPasswordSession, signInWithPassword } from "./sign-in-with-password";
export { OtherIdentityLinked, signInWithProvider } from "./sign-in-with-provider";
