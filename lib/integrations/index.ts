export type { IssuedApiKey, RotatedApiKey } from "./api-keys/issue-api-key";
export * from "./api-keys/key-input";
export type { ApiKeyQuery, ApiKeySummary, KeysToAttend, KeyToAttend } from "./api-keys/list-api-keys";
export type { IntegrationServices } from "./context";
export type { Ingested } from "./events/ingest-events";
export type { EventDetails, EventQuery, EventSummary } from "./events/list-events";
export type { ConnectedTool, HandOff } from "./federation/hand-off-to-tool";
export type { DecodedToken, FederatedUser, MintedToken } from "./federation/mint-federation-token";
export type { OwnNotice } from "./notifications/list-own-notices";
export { NOTICE_KINDS, NOTICE_WORDS, type NoticeKind } from "./notifications/notice-words";
export { CREDENTIAL_KINDS, CREDENTIAL_OF, REQUEST_OUTCOMES } from "./request-log/credential-kinds";
export type { RequestCredential, RequestEntry, RequestOutcome, RequestQuery } from "./request-log/list-requests";
export type { AnsweredCall, RequestRecorder } from "./request-log/request-recorder";
export type { SetupLinkProof, WaitingSetupLink } from "./setup-links/find-setup-link";
export type { NewSetupLink, RevealedSetupLink, SetupLink } from "./setup-links/manage-setup-links";
export type { LastTest, SetUp, SetUpSteps } from "./setup-links/set-up";
export * from "./setup-links/setup-link-rules";
export * from "./tool-credentials/credential-rules";
export type { IssuedToolCredential } from "./tool-credentials/issue-tool-credential";
export type { ToolCredential } from "./tool-credentials/list-tool-credentials";
export type { RotatedToolCredential } from "./tool-credentials/rotate-tool-credential";
export type { Tool, ToolChanges } from "./tools/edit-tool";
export type { EntitlementKey, GrantForecast, GrantToMany } from "./tools/entitlements";
export type { AdminTool, ToolBrand, ToolBrandQuery, ToolQuery } from "./tools/list-tools";
export type { BrandTool, EntitlementGrid, GridQuery, GridRow } from "./tools/list-tools-for-brand";
export { EventPattern, matchesPattern, TOOL_LIMITS } from "./tools/matches-pattern";
export type { ToolBudgets } from "./tools/tool-budgets";
export type { UrlAnswer } from "./tools/try-tool-url";
export type { CredentialUsage, UsageCounts, UsageQuery } from "./usage/read-usage";
export type { UsageRecorder } from "./usage/usage-recorder";
export type { DeliveryScheduler } from "./webhooks/delivery-scheduler";
export * from "./webhooks/endpoint-view";
export type { IdentityUpdate, Relay } from "./webhooks/enqueue-deliveries";
export type { DeliveryTotals, ToolHealth, Undelivered } from "./webhooks/health";
export type {
  DeliveryAttempt,
  DeliveryDetails,
  DeliveryFilter,
  DeliveryQuery,
  DeliveryStatus,
  DeliverySummary,
} from "./webhooks/list-deliveries";
export type { DayOfDeliveries, Endpoint } from "./webhooks/list-endpoints";
export type { DispatchReport } from "./webhooks/run-tick";
export type { SendErrorClass, SendResult } from "./webhooks/send-result";
export type { TestOutcome } from "./webhooks/send-test-delivery";
export type { Network, WebhookRequest } from "./webhooks/send-webhook";
export type { DeliveryHeader } from "./webhooks/sign-delivery";
export type { SubscriptionKey } from "./webhooks/subscriptions";
export type { WebhookUrlPolicy, WebhookUrlVerdict } from "./webhooks/webhook-url-policy";
