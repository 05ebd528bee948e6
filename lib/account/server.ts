export { renameAccount, requireSelf } from "./change-account";
export { readAccount } from "./read-account";
