import type { AccessServices } from "@/lib/access";
import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { RequestRecorder } from "./request-log/request-recorder";
import type { ToolBudgets } from "./tools/tool-budgets";
import type { UsageRecorder } from "./usage/usage-recorder";
import type { DeliveryScheduler } from "./webhooks/delivery-scheduler";
import type { WebhookUrlPolicy } from "./webhooks/webhook-url-policy";

export interface IntegrationServices extends AccessServices {
  /** Each tool's rate limit, cached so that a request doesn't ask the database first. */
  toolBudgets: Pick<ToolBudgets, "of" | "forget">;
  /** API usage, written in the background. */
  usage: Pick<UsageRecorder, "record" | "flush">;
  /** The API call log, written in the background. */
  requestLog: Pick<RequestRecorder, "record" | "flush">;
  webhookPolicy: WebhookUrlPolicy;
  /** Deliveries in flight in this process. */
  sending: DeliveryScheduler;
  /** Where operators are alerted, and what signs it; null if not configured. */
  operatorWebhook: { url: string; secrets: readonly string[] } | null;
}

/** First parameter of every function of this module. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, IntegrationServices {}
