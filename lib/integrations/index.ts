export type { IssuedApiKey } from "./api-keys/issue-api-key";
export { expiryMoment, KeyExpiry } from "./api-keys/key-input";
export { EXPIRY_WARNING_DAYS, EXPIRY_WARNING_MS, MAX_KEY_NAME_LENGTH } from "./api-keys/key-limits";
export type { KeysToAttend, KeyToAttend } from "./api-keys/keys-to-attend";
export type { ApiKeyQuery, ApiKeySummary } from "./api-keys/list-api-keys";
export type { RotatedApiKey } from "./api-keys/rotate-api-key";
export type { IntegrationServices } from "./context";
export type { Ingested } from "./events/ingest-events";
export type { EventDetails, EventQuery, EventSummary } from "./events/list-events";
export type { FederatedUser } from "./federation/exchange-federation-token";
export type { DecodedToken } from "./federation/federation-token";
export type { ConnectedTool, HandOff } from "./federation/hand-off-to-tool";
export type { MintedToken } from "./federation/mint-federation-token";
export { NOTICE_KINDS, NOTICE_WORDS, type NoticeKind } from "./notifications/kinds";
export type { OwnNotice } from "./notifications/list-own-notices";
export { CREDENTIAL_KINDS, CREDENTIAL_OF, REQUEST_OUTCOMES } from "./request-log/credential-kinds";
export type { RequestCredential, RequestEntry, RequestOutcome, RequestQuery } from "./request-log/list-requests";
export type { AnsweredCall, RequestRecorder } from "./request-log/request-recorder";
export type { HandOverProof, WaitingHandOver } from "./setup-links/find-hand-over";
export {
  DEFAULT_HOURS,
  type HandOverState,
  handOverState,
  MAX_HAND_OVER_NAME_LENGTH,
  type SetUpFacts,
  type SetUpOptions,
  setUpOptions,
} from "./setup-links/hand-over-rules";
export type { HandOver } from "./setup-links/list-hand-overs";
export type { MadeHandOver } from "./setup-links/make-hand-over";
export type { RevealedHandOver } from "./setup-links/reveal-hand-over";
export type { LastTest, SetUp, SetUpSteps } from "./setup-links/set-up";
export {
  CREDENTIAL_KIND_LABEL,
  MAX_CREDENTIAL_NAME_LENGTH,
  MAX_IN_FORCE,
  MAX_OVERLAP_HOURS,
  type ToolCredentialKind,
} from "./tool-credentials/credential-rules";
export type { IssuedToolCredential } from "./tool-credentials/issue-tool-credential";
export type { ToolCredential } from "./tool-credentials/list-tool-credentials";
export type { RotatedToolCredential } from "./tool-credentials/rotate-tool-credential";
export type { ToolChanges } from "./tools/edit-tool";
export type { EntitlementKey } from "./tools/entitlements";
export type { GrantForecast, GrantToMany } from "./tools/grant-to-many";
export type { EntitlementGrid, GridQuery, GridRow } from "./tools/list-entitlement-grid";
export type { AdminTool, ToolBrand, ToolBrandQuery, ToolQuery } from "./tools/list-tools";
export type { BrandTool } from "./tools/list-tools-for-brand";
export { EventPattern, matchesPattern } from "./tools/matches-pattern";
export type { Tool } from "./tools/register-tool";
export type { ToolBudgets } from "./tools/tool-budgets";
export { TOOL_LIMITS } from "./tools/tool-limits";
export type { UrlAnswer } from "./tools/try-tool-url";
export type { CredentialUsage, UsageCounts, UsageQuery } from "./usage/read-usage";
export type { UsageRecorder } from "./usage/usage-recorder";
export type { TestOutcome } from "./webhooks/await-test";
export type { DeliveryTotals } from "./webhooks/count-deliveries";
export {
  DEMO_TOOL_PORT,
  HOLD_REASONS,
  type HoldReason,
  LATE_MS,
  MAX_WEBHOOK_URL_LENGTH,
  MOST_REPLAYED,
  shownWebhookUrl,
  TEST_SAMPLES,
  type TestSample,
} from "./webhooks/endpoint-view";
export type { IdentityUpdate, Relay } from "./webhooks/enqueue-deliveries";
export type { DeliveryAttempt, DeliveryDetails } from "./webhooks/get-delivery";
export type { InFlight } from "./webhooks/in-flight";
export type { DeliveryFilter, DeliveryQuery, DeliveryStatus, DeliverySummary } from "./webhooks/list-deliveries";
export type { DayOfDeliveries, Endpoint } from "./webhooks/list-endpoints";
export type { Missed } from "./webhooks/missed";
export type { DispatchReport } from "./webhooks/run-tick";
export type { SendErrorClass, SendResult } from "./webhooks/send-result";
export type { WebhookRequest } from "./webhooks/send-webhook";
export type { DeliveryHeader } from "./webhooks/sign-delivery";
export type { SubscriptionKey } from "./webhooks/subscriptions";
export type { ToolHealth } from "./webhooks/tool-health";
export type { WebhookUrlPolicy, WebhookUrlVerdict } from "./webhooks/webhook-url-policy";
