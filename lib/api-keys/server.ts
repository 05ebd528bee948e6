export { authenticateApiKey, EndedApiKey } from "./authenticate-api-key";
export { issueApiKey } from "./issue-api-key";
export { listApiKeys } from "./list-api-keys";
export { revokeApiKey } from "./revoke-api-key";
export { rotateApiKey } from "./rotate-api-key";
