export { changePassword } from "./change-password";
export { makeHubAdmin, nextHubAdminStep } from "./make-hub-admin";
export { readAccount, renameAccount } from "./own-account";
export { checkNewPassword, hashPassword, verifyPassword } from "./password";
export { openPasswordSession, signInWithPassword } from "./sign-in-with-password";
export { signInWithProvider } from "./sign-in-with-provider";
