import type { brands, childContextDeliveries, subscriptions } from "@/db/schema";
import { nextDelayMs } from "@/lib/platform/backoff";
import { metrics } from "@/lib/platform/metrics";
import type { Ctx } from "../context";
import type { SendResult } from "./send-result";

/** After so many attempts, about three days, a delivery is dead. */
export const MAX_ATTEMPTS = 18;

/** A subscription that only failed for so long is turned off. */
export const FAILING_LIMIT_MS = 5 * 24 * 60 * 60_000;
/** Event type of a test delivery, which is sent once; `hub.*` is the hub's own. */
export const TEST_EVENT_TYPE = "hub.test";
const GONE = 410;

/** The subscription as it stands when the attempt is over; absent once it was removed. */
export type SubscriptionNow =
  | { row: typeof subscriptions.$inferSelect; archivedAt: (typeof brands.$inferSelect)["archivedAt"] }
  | undefined;

/** Why this failure turns the subscription off, or null when it stays as it is. */
export function turnOffReason(result: SendResult, failingSince: Date, now: Date): string | null {
  if (result.status === GONE) return "The receiver answered 410 Gone.";
  if (now.getTime() - failingSince.getTime() >= FAILING_LIMIT_MS) return "Every attempt failed for five days.";
  return null;
}

/** What a subscription that is off says on its deliveries. */
export const offReason = (disabledReason: string | null): string => `The subscription is off: ${disabledReason}`;

/** Why nothing more is sent, decided while the attempt was under way; null when sending goes on. */
export function stoppedReason(subscription: SubscriptionNow): string | null {
  if (!subscription) return "The brand's subscription was removed.";
  if (subscription.archivedAt) return "The brand was archived.";
  return subscription.row.enabled ? null : offReason(subscription.row.disabledReason);
}

interface Failure {
  type: string;
  /** Attempts in this run, with the one that just failed; counted when they began. */
  attempts: number;
  result: SendResult;
  /** Ends the delivery whatever else holds. */
  stopReason: string | null;
}

type Outcome = Pick<typeof childContextDeliveries.$inferInsert, "status" | "reason" | "finishedAt"> & { dueAt?: Date };

/** What becomes of a delivery after a failed attempt, counted where it is given up: cancelled, dead after the last one, else due again after the backoff. */
export function afterFailure(
  { now, random }: Pick<Ctx, "now" | "random">,
  { type, attempts, result, stopReason }: Failure,
): Outcome {
  if (stopReason) return { status: "cancelled", reason: stopReason, finishedAt: now };
  if (type === TEST_EVENT_TYPE)
    return { status: "dead", reason: "The test was not accepted; it is not repeated.", finishedAt: now };
  if (attempts >= MAX_ATTEMPTS) {
    metrics().deliveriesDead.inc();
    return { status: "dead", reason: `None of ${MAX_ATTEMPTS} attempts was accepted.`, finishedAt: now };
  }
  const delayMs = nextDelayMs({ attempt: attempts, random, retryAfterSeconds: result.retryAfterSeconds });
  return { status: "pending", dueAt: new Date(now.getTime() + delayMs) };
}
