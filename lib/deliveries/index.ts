export type { TestOutcome } from "./await-test";
export type { DeliveryTotals } from "./count-deliveries";
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
} from "./endpoint-view";
export type { IdentityUpdate, Relay } from "./enqueue-deliveries";
export type { DeliveryAttempt, DeliveryDetails } from "./get-delivery";
export type { InFlight } from "./in-flight";
export type { DeliveryFilter, DeliveryQuery, DeliveryStatus, DeliverySummary } from "./list-deliveries";
export type { DayOfDeliveries, Endpoint } from "./list-endpoints";
export type { Missed } from "./missed";
export type { DispatchReport } from "./run-tick";
export type { SendErrorClass, SendResult } from "./send-result";
export type { WebhookRequest } from "./send-webhook";
export type { DeliveryHeader } from "./sign-delivery";
export type { SubscriptionKey } from "./subscriptions";
export type { ToolHealth } from "./tool-health";
export type { WebhookUrlPolicy, WebhookUrlVerdict } from "./webhook-url-policy";
