export { renameAccount, requireSelf } from "./change-account";
export { type Account, readAccount } from "./read-account";
