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
export { revokeApiKey, setApiKeyBudget } from "./api-keys/change-api-key";
export { issueApiKey } from "./api-keys/issue-api-key";
export { listKeysToAttend } from "./api-keys/keys-to-attend";
export { listApiKeys } from "./api-keys/list-api-keys";
export { rotateApiKey } from "./api-keys/rotate-api-key";
export { ingestEvents } from "./events/ingest-events";
export { ingestLooseEvent } from "./events/ingest-loose-event";
export { getEvent, listEvents } from "./events/list-events";
export { exchangeFederationToken, type FederatedUser } from "./federation/exchange-federation-token";
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
export { mintFederationToken } from "./federation/mint-federation-token";
export { chooseNotice, readNoticeChoices } from "./notifications/choose-notices";
export { listOwnNotices } from "./notifications/list-own-notices";
export { runNoticeTick } from "./notifications/run-tick";
export { listAllRequests, listRequests } from "./request-log/list-requests";
export { RequestRecorder } from "./request-log/request-recorder";
export { HandOverEnded, openHandOver } from "./setup-links/find-hand-over";
export { listHandOvers } from "./setup-links/list-hand-overs";
export { makeHandOver } from "./setup-links/make-hand-over";
export { registerForHandOver } from "./setup-links/register-for-hand-over";
export { registerWithCredentials } from "./setup-links/register-with-credentials";
export { revealHandOver } from "./setup-links/reveal-hand-over";
export { readSetUp, setWebhookUrlByLink, testByLink } from "./setup-links/set-up";
export { withdrawHandOver } from "./setup-links/withdraw-hand-over";
export { authenticateToolToken, hashToolToken, ofToken } from "./tool-credentials/authenticate-tool-token";
export { inForce } from "./tool-credentials/in-force";
export { issueBoth, requireRoomForBoth } from "./tool-credentials/issue-both";
export {
  EncryptionKeyMissing,
  issueToolCredential,
  lockTool,
  requireSealingKey,
} from "./tool-credentials/issue-tool-credential";
export { listToolCredentials } from "./tool-credentials/list-tool-credentials";
export { revokeToolCredential } from "./tool-credentials/revoke-tool-credential";
export { rotateToolCredential } from "./tool-credentials/rotate-tool-credential";
export { runCredentialTick } from "./tool-credentials/run-credential-tick";
export { opensSigningSecrets, readSigningSecrets, type SigningSecrets } from "./tool-credentials/signing-secrets";
export { editTool, followDefault } from "./tools/edit-tool";
export { entitledTool, requireEntitledTool, requireWorkingTool, type ToolStanding } from "./tools/entitled-tool";
export { grantEntitlement, revokeEntitlement } from "./tools/entitlements";
export { forecastGrants, grantToMany } from "./tools/grant-to-many";
export { listBrandsOfTool } from "./tools/list-brands-of-tool";
export { listEntitlementGrid } from "./tools/list-entitlement-grid";
export { listToolBrands, listTools } from "./tools/list-tools";
export { listBrandTools, listToolsForBrand, proveByTools } from "./tools/list-tools-for-brand";
export { registerSubscription } from "./tools/register-subscription";
export { findTool, registerTool } from "./tools/register-tool";
export { setToolBudget } from "./tools/set-tool-budget";
export { ToolBudgets } from "./tools/tool-budgets";
export { requireWebhookUrl } from "./tools/tool-input";
export { listToolNames, suggestToolSlug } from "./tools/tool-names";
export { tryToolUrl } from "./tools/try-tool-url";
export { readUsage } from "./usage/read-usage";
export { UsageRecorder } from "./usage/usage-recorder";
export { awaitTest } from "./webhooks/await-test";
export { cancelPendingDeliveries } from "./webhooks/cancel-deliveries";
export { countDeliveries } from "./webhooks/count-deliveries";
export { enqueueEntitlementChange, enqueueIdentityUpdated, enqueueRelayedEvents } from "./webhooks/enqueue-deliveries";
export { exportDeliveries } from "./webhooks/export-deliveries";
export { getDelivery } from "./webhooks/get-delivery";
export { InFlight } from "./webhooks/in-flight";
export { listDeliveries } from "./webhooks/list-deliveries";
export { listEndpoints, pendingFor } from "./webhooks/list-endpoints";
export { type Backlog, measureBacklog } from "./webhooks/measure-backlog";
export { readHolds } from "./webhooks/read-holds";
export { endCoolDown } from "./webhooks/receiver";
export { replayDelivery, replayFailedSince, replayMissed } from "./webhooks/replay-delivery";
export { countReplayable, replayMatching } from "./webhooks/replay-matching";
export { countOffByHub, resumeSubscriptions } from "./webhooks/resume-subscriptions";
export { runDispatchTick } from "./webhooks/run-tick";
export { isDelivered } from "./webhooks/send-result";
export { recordTest, sendTestDelivery } from "./webhooks/send-test-delivery";
export { sendWebhook } from "./webhooks/send-webhook";
export { signDelivery } from "./webhooks/sign-delivery";
export { disableSubscription, enableSubscription } from "./webhooks/subscriptions";
export { listToolHealth } from "./webhooks/tool-health";
export { tryWebhookUrl } from "./webhooks/try-webhook-url";
export { checkBrowserUrl, resolveAndCheck } from "./webhooks/webhook-url-policy";
