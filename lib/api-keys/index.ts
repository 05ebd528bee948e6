export type { IssuedApiKey } from "./issue-api-key";
export { expiryMoment, KeyExpiry } from "./key-expiry";
export type { ApiKeyQuery, ApiKeySummary } from "./list-api-keys";
export type { RotatedApiKey } from "./rotate-api-key";
