export { expiryMoment, KeyExpiry } from "./key-expiry";
export type { ApiKeyQuery, ApiKeySummary } from "./list-api-keys";
export type { IssuedApiKey } from "./new-api-key";
export type { RotatedApiKey } from "./rotate-api-key";
