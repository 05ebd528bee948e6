import type { AccessServices } from "@/lib/access";
import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { RequestRecorder } from "./request-log/request-recorder";
import type { ToolBudgets } from "./tools/tool-budgets";
import type { UsageRecorder } from "./usage/usage-recorder";
import type { InFlight } from "./webhooks/in-flight";
import type { WebhookUrlPolicy } from "./webhooks/webhook-url-policy";

/** The services of this module, with those of `access`. */
export interface IntegrationServices extends AccessServices {
  /** What was set for tools, known before a request of theirs has asked the database anything. */
  toolBudgets: Pick<ToolBudgets, "of" | "forget">;
  /** What callers have asked for, noted in the background. */
  usage: Pick<UsageRecorder, "record" | "flush">;
  /** What was asked of the API, call by call, likewise. */
  requestLog: Pick<RequestRecorder, "record" | "flush">;
  webhookPolicy: WebhookUrlPolicy;
  /** The deliveries that this process is sending. */
  sending: InFlight;
  /** Where whoever runs the hub is told of what needs them, and what signs it; null where they named none. */
  operatorWebhook: { url: string; secrets: readonly string[] } | null;
}

/** What every function of this module gets first. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, IntegrationServices {}
