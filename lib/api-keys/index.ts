export type { IssuedApiKey } from "./issue-api-key";
export { expiryMoment, KeyExpiry } from "./key-input";
export { EXPIRY_WARNING_DAYS, EXPIRY_WARNING_MS, MAX_KEY_NAME_LENGTH } from "./key-limits";
export type { KeysToAttend, KeyToAttend } from "./keys-to-attend";
export type { ApiKeyQuery, ApiKeySummary } from "./list-api-keys";
export type { RotatedApiKey } from "./rotate-api-key";
