import type { AccessServices } from "@/lib/access/context";
import type { InFlight, WebhookUrlPolicy } from "@/lib/deliveries";
import type { Actor, Ctx as BaseCtx } from "@/lib/kernel/context";
import type { RequestRecorder } from "@/lib/request-log";
import type { ToolBudgets } from "@/lib/tools";
import type { UsageRecorder } from "@/lib/usage";

/** What the verbs of this module use beside `access`. */
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

/** The context of this module's verbs. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, IntegrationServices {}
