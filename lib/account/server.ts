export { renameAccount } from "./change-account";
export { changePassword } from "./change-password";
export { makeHubAdmin, nextHubAdminStep } from "./make-hub-admin";
export { checkNewPassword, hashPassword, verifyPassword } from "./password";
export { readAccount } from "./read-account";
export { openPasswordSession, signInWithPassword } from "./sign-in-with-password";
export { signInWithProvider } from "./sign-in-with-provider";
