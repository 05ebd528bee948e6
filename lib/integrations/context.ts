import type { AccessServices } from "@/lib/access";
import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { RequestRecorder } from "./request-log/request-recorder";
import type { ToolBudgets } from "./tools/tool-budgets";
import type { UsageRecorder } from "./usage/usage-recorder";
import type { DeliveryScheduler } from "./webhooks/delivery-scheduler";
import type { WebhookUrlPolicy } from "./webhooks/webhook-url-policy";

export interface IntegrationServices extends AccessServices {
  /** Cached, so that a request doesn't ask the database first. */
  toolBudgets: Pick<ToolBudgets, "of" | "forget">;
  /** Written in the background. */
  usage: Pick<UsageRecorder, "record" | "flush">;
  /** Written in the background. */
  requestLog: Pick<RequestRecorder, "record" | "flush">;
  webhookPolicy: WebhookUrlPolicy;
  sending: DeliveryScheduler;
  operatorWebhook: { url: string; secrets: readonly string[] } | null;
}

export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, IntegrationServices {}
