export {
  ASKED_KEY,
  actorOfKey,
  authenticateApiKey,
  EndedApiKey,
  KEY_COLUMNS,
  KEY_GIVEN,
  type KeyRow,
  keyQuestion,
  RefusedApiKey,
} from "./authenticate-api-key";
export { revokeApiKey, setApiKeyBudget } from "./change-api-key";
export { issueApiKey } from "./issue-api-key";
export { listKeysToAttend } from "./keys-to-attend";
export { listApiKeys } from "./list-api-keys";
export { rotateApiKey } from "./rotate-api-key";
