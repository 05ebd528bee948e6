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
} from "./api-keys/authenticate-api-key";
export { issueApiKey, revokeApiKey, rotateApiKey, setApiKeyBudget } from "./api-keys/issue-api-key";
export { listApiKeys, listKeysToAttend } from "./api-keys/list-api-keys";
export { ingestEvents, ingestLooseEvent } from "./events/ingest-events";
export { getEvent, listEvents } from "./events/list-events";
export { enterFederatedBrand } from "./federation/federated-place";
export {
  authenticateFederationToken,
  describeFederationToken,
  FEDERATION_LIFETIME_SECONDS,
  FEDERATION_TOKEN_TYPE,
  FederationClaims,
  verifyFederationToken,
} from "./federation/federation-token";
export { findConnectedTool, handOffToTool, ToolTurnedOff } from "./federation/hand-off-to-tool";
export { exchangeFederationToken, type FederatedUser, mintFederationToken } from "./federation/mint-federation-token";
export { chooseNotice, listOwnNotices, readNoticeChoices } from "./notifications/list-own-notices";
export { runNoticeTick } from "./notifications/run-tick";
export { listAllRequests, listRequests } from "./request-log/list-requests";
export { RequestRecorder } from "./request-log/request-recorder";
export { HandOverEnded, openHandOver } from "./setup-links/find-hand-over";
export { listHandOvers, revealHandOver, withdrawHandOver } from "./setup-links/list-hand-overs";
export { makeHandOver, registerForHandOver, registerWithCredentials } from "./setup-links/make-hand-over";
export { readSetUp, setWebhookUrlByLink, testByLink } from "./setup-links/set-up";
export { authenticateToolToken, hashToolToken, ofToken } from "./tool-credentials/authenticate-tool-token";
export { inForce } from "./tool-credentials/in-force";
export {
  EncryptionKeyMissing,
  issueBoth,
  issueToolCredential,
  lockTool,
  requireRoomForBoth,
  requireSealingKey,
} from "./tool-credentials/issue-tool-credential";
export { listToolCredentials, runCredentialTick } from "./tool-credentials/list-tool-credentials";
export { revokeToolCredential, rotateToolCredential } from "./tool-credentials/rotate-tool-credential";
export { opensSigningSecrets, readSigningSecrets, type SigningSecrets } from "./tool-credentials/signing-secrets";
export { editTool, findTool, followDefault, registerTool, setToolBudget } from "./tools/edit-tool";
export { entitledTool, requireEntitledTool, requireWorkingTool, type ToolStanding } from "./tools/entitled-tool";
export { grantEntitlement, listBrandsOfTool, revokeEntitlement } from "./tools/entitlements";
export { forecastGrants, grantToMany } from "./tools/grant-to-many";
export { listToolBrands, listToolNames, listTools, suggestToolSlug } from "./tools/list-tools";
export { listBrandTools, listEntitlementGrid, listToolsForBrand, proveByTools } from "./tools/list-tools-for-brand";
export { registerSubscription } from "./tools/register-subscription";
export { ToolBudgets } from "./tools/tool-budgets";
export { requireWebhookUrl } from "./tools/tool-input";
export { tryToolUrl } from "./tools/try-tool-url";
export { readUsage } from "./usage/read-usage";
export { UsageRecorder } from "./usage/usage-recorder";
export { cancelPendingDeliveries } from "./webhooks/cancel-deliveries";
export { enqueueEntitlementChange, enqueueIdentityUpdated, enqueueRelayedEvents } from "./webhooks/enqueue-deliveries";
export { type Backlog, countDeliveries, listToolHealth, measureBacklog } from "./webhooks/health";
export { InFlight } from "./webhooks/in-flight";
export { exportDeliveries, getDelivery, listDeliveries } from "./webhooks/list-deliveries";
export { listEndpoints, pendingFor } from "./webhooks/list-endpoints";
export { endCoolDown, readHolds } from "./webhooks/receiver";
export {
  countReplayable,
  replayDelivery,
  replayFailedSince,
  replayMatching,
  replayMissed,
} from "./webhooks/replay-deliveries";
export { runDispatchTick } from "./webhooks/run-tick";
export { isDelivered } from "./webhooks/send-result";
export { awaitTest, recordTest, sendTestDelivery, tryWebhookUrl } from "./webhooks/send-test-delivery";
export { sendWebhook } from "./webhooks/send-webhook";
export { signDelivery } from "./webhooks/sign-delivery";
export { countOffByHub, disableSubscription, enableSubscription, resumeSubscriptions } from "./webhooks/subscriptions";
export { checkBrowserUrl, resolveAndCheck } from "./webhooks/webhook-url-policy";
