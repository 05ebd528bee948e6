export type { IssuedApiKey } from "./issue-api-key";
export { expiryMoment, KeyExpiry, MAX_KEY_NAME_LENGTH } from "./key-input";
export type { ApiKeyQuery, ApiKeySummary } from "./list-api-keys";
export type { RotatedApiKey } from "./rotate-api-key";
