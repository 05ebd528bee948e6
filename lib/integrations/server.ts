export { issueApiKey, revokeApiKey, rotateApiKey, setApiKeyBudget } from "./api-keys/issue-api-key";
export {
  authenticateApiKey,
  EndedApiKey,
  listApiKeys,
  listKeysToAttend,
  RefusedApiKey,
} from "./api-keys/read-api-keys";
export { ingestEvents, ingestLooseEvent } from "./events/ingest-events";
export { getEvent, listEvents } from "./events/list-events";
export { enterFederatedBrand } from "./federation/federated-access";
export { findConnectedTool, handOffToTool, ToolTurnedOff } from "./federation/hand-off-to-tool";
export {
  authenticateFederationToken,
  describeFederationToken,
  exchangeFederationToken,
  FEDERATION_LIFETIME_SECONDS,
  FEDERATION_TOKEN_TYPE,
  type FederatedUser,
  FederationClaims,
  mintFederationToken,
  verifyFederationToken,
} from "./federation/mint-federation-token";
export { chooseNotice, listOwnNotices, readNoticeChoices } from "./notifications/notice-details";
export { runNoticeTick } from "./notifications/run-tick";
export { listAllRequests, listRequests } from "./request-log/list-requests";
export { RequestRecorder } from "./request-log/request-recorder";
export { openSetupLink, SetupLinkEnded } from "./setup-links/find-setup-link";
export {
  createSetupLink,
  listSetupLinks,
  registerWithCredentials,
  registerWithSetupLink,
  revealSetupLink,
  withdrawSetupLink,
} from "./setup-links/manage-setup-links";
export { readSetUp, setWebhookUrlByLink, testByLink } from "./setup-links/set-up";
export { authenticateToolToken, hashToolToken, ofToken } from "./tool-credentials/authenticate-tool-token";
export {
  issueBoth,
  issueToolCredential,
  revokeToolCredential,
  rotateToolCredential,
} from "./tool-credentials/issue-tool-credential";
export {
  canDecryptSigningSecrets,
  listToolCredentials,
  readSigningSecrets,
  runCredentialTick,
} from "./tool-credentials/list-tool-credentials";
export { editTool, findTool, registerTool, setToolBudget } from "./tools/edit-tool";
export { entitledTool, requireEntitledTool, requireWorkingTool, type ToolAccess } from "./tools/entitled-tool";
export {
  forecastGrants,
  grantEntitlement,
  grantToMany,
  listBrandsOfTool,
  revokeEntitlement,
} from "./tools/entitlements";
export {
  authenticateWithTools,
  listBrandTools,
  listEntitlementGrid,
  listToolBrands,
  listToolNames,
  listTools,
  listToolsForBrand,
  suggestToolSlug,
} from "./tools/list-tools";
export { ToolBudgets } from "./tools/tool-budgets";
export { readUsage } from "./usage/read-usage";
export { UsageRecorder } from "./usage/usage-recorder";
export { cancelPendingDeliveries } from "./webhooks/cancel-deliveries";
export { DeliveryScheduler } from "./webhooks/delivery-scheduler";
export { enqueueEntitlementChange, enqueueIdentityUpdated, enqueueRelayedEvents } from "./webhooks/enqueue-deliveries";
export { GuardedConnections } from "./webhooks/guarded-connections";
export { type Backlog, countDeliveries, listToolHealth, measureBacklog } from "./webhooks/health";
export { exportDeliveries, getDelivery, listDeliveries } from "./webhooks/list-deliveries";
export { listDeliveriesOfTool } from "./webhooks/list-deliveries-of-tool";
export { listEndpoints } from "./webhooks/list-endpoints";
export { readPauses } from "./webhooks/receiver";
export {
  countReplayable,
  replayDelivery,
  replayFailedSince,
  replayMatching,
  replayUndelivered,
} from "./webhooks/replay-deliveries";
export { runDispatchTick } from "./webhooks/run-tick";
export { awaitTest, sendTestDelivery, tryToolUrl } from "./webhooks/send-test-delivery";
export { SYSTEM_NETWORK } from "./webhooks/send-webhook";
export {
  countTurnedOffByHub,
  disableSubscription,
  enableSubscription,
  registerSubscription,
  resumeSubscriptions,
} from "./webhooks/subscriptions";
export { checkWebhookUrl, reachableBy } from "./webhooks/webhook-url-policy";
