import { setTimeout as delay } from "node:timers/promises";
import type { Ctx } from "../context";
import type { HoldReason } from "./endpoint-view";
import { type DeliveryAttempt, getDelivery } from "./get-delivery";

/** An attempt has 10 s in all, and a tick is woken at once. */
const WAITS_MS = 12_000;
const LOOK_AGAIN_MS = 200;

export interface TestOutcome {
  deliveryId: string;
  delivered: boolean;
  /** Null where it was not sent yet. */
  attempt: DeliveryAttempt | null;
  /** Why it is not sent, if so. */
  hold: HoldReason | null;
  /** Why it was not accepted, or was cancelled. */
  reason: string | null;
}

/**
 * Waits until a test was answered, or is known not to be sent; no longer than an attempt may take: where a cron ticks it may still wait then.
 * @throws NotFound, Forbidden without `manage`
 */
export async function awaitTest(
  ctx: Ctx,
  { withinMs = WAITS_MS, ...input }: { brandId: string; deliveryId: string; withinMs?: number },
): Promise<TestOutcome> {
  const giveUpMs = performance.now() + withinMs;
  for (;;) {
    const { id, status, attemptLog, hold, reason } = await getDelivery(ctx, input);
    const over = status !== "pending" || hold !== null || ctx.stopping.aborted || performance.now() > giveUpMs;
    if (over)
      return { deliveryId: id, delivered: status === "delivered", attempt: attemptLog.at(-1) ?? null, hold, reason };
    await delay(LOOK_AGAIN_MS);
  }
}
