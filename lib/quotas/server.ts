export { readBrandUse, readOwnUse } from "./read-use";
export { QuotaExceeded, requireOwnRoom, requireRoom } from "./require-room";
