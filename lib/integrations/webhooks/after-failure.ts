import type { brands, childContextDeliveries, subscriptions } from "@/db/schema";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics";
import { counted } from "@/lib/platform/text";
import { nextDelayMs } from "@/lib/platform/timing";
import type { Ctx } from "../context";
import type { Receiver } from "./receiver";
import { resultName, type SendResult } from "./send-result";

/** About three days of retries. */
export const MAX_ATTEMPTS = 18;

export const FAILING_LIMIT_MS = 5 * 24 * 60 * 60_000;
/** Event type of a test delivery, which is never retried. `hub.*` is reserved. */
export const TEST_EVENT_TYPE = "hub.test";
const GONE = 410;

type SubscriptionNow =
  | { row: typeof subscriptions.$inferSelect; archivedAt: (typeof brands.$inferSelect)["archivedAt"] }
  | undefined;

/** Why this failure turns the subscription off, or null. */
export function turnOffReason(result: SendResult, failingSince: Date, now: Date): string | null {
  if (result.status === GONE) return "The receiver answered 410 Gone.";
  if (now.getTime() - failingSince.getTime() >= FAILING_LIMIT_MS) return "Every attempt failed for five days.";
  return null;
}

/** Of deliveries for tools that listen without a webhook URL. The hub never sends them. */
export const ONLY_RECORDED = "The brand had no webhook URL. Recorded for `brand-hub listen`.";

export const offReason = (disabledReason: string | null): string => `The subscription is off: ${disabledReason}`;

export function stoppedReason(subscription: SubscriptionNow): string | null {
  if (!subscription) return "The brand's subscription was removed.";
  if (subscription.archivedAt) return "The brand was archived.";
  return subscription.row.enabled ? null : offReason(subscription.row.disabledReason);
}

interface Failure {
  type: string;
  /** Since the last replay, including the one that failed. */
  attempts: number;
  result: SendResult;
  stopReason: string | null;
}

type Outcome = Pick<typeof childContextDeliveries.$inferInsert, "status" | "reason" | "finishedAt"> & { dueAt?: Date };

/** The delivery's next state: cancelled, dead after the last attempt, or due again after the backoff. */
export function afterFailure(
  { now, random }: Pick<Ctx, "now" | "random">,
  { type, attempts, result, stopReason }: Failure,
): Outcome {
  if (stopReason) return { status: "cancelled", reason: stopReason, finishedAt: now };
  if (type === TEST_EVENT_TYPE)
    return { status: "dead", reason: "The receiver didn't accept the test. Tests aren't retried.", finishedAt: now };
  if (attempts >= MAX_ATTEMPTS) {
    metrics().deliveriesDead.inc();
    return { status: "dead", reason: `All ${MAX_ATTEMPTS} attempts failed.`, finishedAt: now };
  }
  const delayMs = nextDelayMs({ attempt: attempts, random, retryAfterSeconds: result.retryAfterSeconds });
  return { status: "pending", dueAt: new Date(now.getTime() + delayMs) };
}

/** Other groups share one line. */
const MAX_LINES = 10;

/** Logs a tick's failed attempts, one line per tool, host and error. */
export class FailedAttempts {
  private readonly groups = new Map<string, { tool: string; host: string; error: string; count: number }>();

  add({ toolSlug: tool, host }: Receiver, result: SendResult): void {
    const error = result.errorClass ? resultName(result) : `status_${result.status}`;
    const key = `${tool} ${host} ${error}`;
    const group = this.groups.get(key) ?? { tool, host, error, count: 0 };
    group.count += 1;
    this.groups.set(key, group);
  }

  log(): void {
    const groups = [...this.groups.values()].sort((one, other) => other.count - one.count);
    for (const group of groups.slice(0, MAX_LINES)) {
      const { tool, host, error, count } = group;
      log.warn(group, `${counted(count, "webhook")} to ${tool} failed: ${error.replaceAll("_", " ")} (${host})`);
    }
    const rest = groups.slice(MAX_LINES);
    const count = rest.reduce((sum, group) => sum + group.count, 0);
    if (count > 0)
      log.warn({ count, receivers: rest.length }, `${counted(count, "webhook")} to other receivers failed`);
  }
}
