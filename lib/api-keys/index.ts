export { authenticateApiKey, EndedApiKey } from "./authenticate-api-key";
export { issueApiKey } from "./issue-api-key";
export { expiryMoment, KeyExpiry } from "./key-expiry";
export { type ApiKeyQuery, type ApiKeySummary, listApiKeys } from "./list-api-keys";
export type { IssuedApiKey } from "./new-api-key";
export { revokeApiKey } from "./revoke-api-key";
export { type RotatedApiKey, rotateApiKey } from "./rotate-api-key";
