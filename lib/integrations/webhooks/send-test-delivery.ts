import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { brands, brandVersions } from "@/db/schema";
import { recordAudit, requirePermission } from "@/lib/access/server";
import type { HubTest, IdentityUpdated } from "@/lib/contract";
import { inTransaction } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { TEST_EVENT_TYPE } from "./after-failure";
import type { HoldReason, TestSample } from "./endpoint-view";
import { insertDeliveries } from "./enqueue-deliveries";
import { type DeliveryAttempt, getDelivery } from "./list-deliveries";
import type { SendResult } from "./send-result";
import { sendWebhook } from "./send-webhook";
import { signDelivery } from "./sign-delivery";
import { requireSubscription, type SubscriptionKey } from "./subscriptions";

/** What a publish of the present version told, marked as a test; true, so that a receiver which goes by versions has nothing to do, or what it missed. */
async function presentVersion({ db }: Ctx, brandId: string): Promise<Omit<z.input<typeof IdentityUpdated>, "id">> {
  const [row] = await db
    .select({
      slug: brands.slug,
      version: brandVersions.version,
      changed: brandVersions.changed,
      publishedAt: brandVersions.createdAt,
    })
    .from(brands)
    .innerJoin(
      brandVersions,
      and(eq(brandVersions.brandId, brands.id), eq(brandVersions.version, brands.identityVersion)),
    )
    .where(eq(brands.id, brandId));
  if (!row) throw new NotFound("There is no such brand.");
  return {
    type: "identity.updated",
    occurred_at: row.publishedAt.toISOString(),
    brand_id: brandId,
    brand_slug: row.slug,
    identity_version: row.version,
    previous_version: row.version - 1,
    changed: row.changed,
    test: true,
  };
}

/** That it is a test, and nothing else. */
const hubTest = ({ now }: Ctx, brandId: string): Omit<z.input<typeof HubTest>, "id"> => ({
  type: TEST_EVENT_TYPE,
  occurred_at: now.toISOString(),
  brand_id: brandId,
});

/** What is tested: a subscription, with `hub.test` unless told otherwise. */
type TestOf = SubscriptionKey & { sample?: TestSample };

/** Records a test for one subscription and its entry, in the caller's transaction, and gives its id: it adds rows, and locks nothing that anybody waits for. @throws NotFound, BadRequest as below */
export async function recordTest(tx: Ctx, { sample = "hub.test", ...key }: TestOf): Promise<{ id: string }> {
  const { brandId, toolSlug } = key;
  const subscriber = await requireSubscription(tx, key);
  const content = sample === "hub.test" ? hubTest(tx, brandId) : await presentVersion(tx, brandId);
  const [id = ""] = await insertDeliveries(tx, [{ subscriber, type: TEST_EVENT_TYPE, content }]);
  const target = { kind: "delivery", id, label: toolSlug };
  await recordAudit(tx, { brandId, action: "delivery.tested", target });
  return { id };
}

/**
 * Records a test for one subscription, wakes the tick, and gives its id. It carries `{ id, type: "hub.test", occurred_at, brand_id }`, or the present version as
 * `identity.updated` had it; either way it is a test, recorded as such: signed like any delivery, sent at once and never repeated.
 * @throws NotFound without a subscription, BadRequest while it is off, Forbidden without `manage`
 */
export async function sendTestDelivery(ctx: Ctx, test: TestOf): Promise<{ id: string }> {
  await requirePermission(ctx, test.brandId, "manage");
  const recorded = await inTransaction(ctx, (tx) => recordTest(tx, test));
  ctx.wakeTick();
  return recorded;
}

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

/** Somebody waits in front of a form. */
const TIMEOUTS = { totalMs: 5_000, connectMs: 3_000 };
/** No brand of the hub has this id. */
const NO_BRAND = "00000000-0000-0000-0000-000000000000";

/**
 * Sends one request that belongs to no subscription, and gives what was answered; nothing is recorded or repeated. For who has asked whether the caller may: the URL
 * was checked by the caller, and its addresses are again as it is opened.
 */
export async function tryWebhookUrl(
  { now, webhookPolicy: policy }: Ctx,
  { url, kind }: { url: string; kind: "webhook" | "connect" },
): Promise<Pick<SendResult, "status" | "errorClass">> {
  const id = newId();
  const request = { url, policy, now, timeouts: TIMEOUTS };
  if (kind === "connect") {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    return sendWebhook({ ...request, headers, body: "" });
  }
  const body = JSON.stringify({ id, type: TEST_EVENT_TYPE, occurred_at: now.toISOString(), brand_id: NO_BRAND });
  const secrets = [randomBytes(33).toString("base64")];
  const headers = signDelivery({
    id,
    event: TEST_EVENT_TYPE,
    attempt: 1,
    body,
    secrets,
    timestampSeconds: now.getTime() / 1000,
  });
  return sendWebhook({ ...request, headers, body });
}
