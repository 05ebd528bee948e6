import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { pick } from "@/db/pick";
import { brands, brandVersions, publishedVersion } from "@/db/schema";
import { recordAudit, requirePermission } from "@/lib/access/server";
import type { HubTest, IdentityUpdated } from "@/lib/contract";
import { inTransaction, requireHubAdmin } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { requireBrowserUrl, requireWebhookUrl } from "../tools/tool-input";
import { TEST_EVENT_TYPE } from "./after-failure";
import type { TestSample } from "./endpoint-view";
import { insertDeliveries } from "./enqueue-deliveries";
import { getDelivery } from "./list-deliveries";
import type { SendResult } from "./send-result";
import { sendWebhook } from "./send-webhook";
import { signDelivery } from "./sign-delivery";
import { requireSubscription, type SubscriptionKey } from "./subscriptions";

/** The latest publish, marked as a test. A receiver that goes by versions does nothing, or catches up. */
async function currentVersionEvent({ db }: Ctx, brandId: string): Promise<Omit<z.input<typeof IdentityUpdated>, "id">> {
  const [row] = await db
    .select({ slug: brands.slug, ...pick(brandVersions, "version", "changed", "createdAt") })
    .from(brands)
    .innerJoin(brandVersions, publishedVersion)
    .where(eq(brands.id, brandId));
  if (!row) throw new NotFound("There is no such brand.");
  return {
    type: "identity.updated",
    occurred_at: row.createdAt.toISOString(),
    brand_id: brandId,
    brand_slug: row.slug,
    identity_version: row.version,
    previous_version: row.version - 1,
    changed: row.changed,
    test: true,
  };
}

const hubTestEvent = ({ now }: Ctx, brandId: string): Omit<z.input<typeof HubTest>, "id"> => ({
  type: TEST_EVENT_TYPE,
  occurred_at: now.toISOString(),
  brand_id: brandId,
});

type TestInput = SubscriptionKey & { sample?: TestSample };

/**
 * Records a test and its audit entry in the caller's transaction. Only inserts rows, so nobody waits for its locks.
 * @throws as `sendTestDelivery`
 */
export async function recordTest(tx: Ctx, { sample = "hub.test", ...key }: TestInput): Promise<{ id: string }> {
  const { brandId, toolSlug } = key;
  const subscriber = await requireSubscription(tx, key);
  const content = sample === "hub.test" ? hubTestEvent(tx, brandId) : await currentVersionEvent(tx, brandId);
  const [id = ""] = await insertDeliveries(tx, [{ subscriber, type: TEST_EVENT_TYPE, content }]);
  await recordAudit(tx, { brandId, action: "delivery.tested", target: { kind: "delivery", id, label: toolSlug } });
  return { id };
}

/**
 * Sends a test to one subscription at once and returns its id. Signed like any delivery, never retried. The body is `{
 * id, type: "hub.test", occurred_at, brand_id }`, or the current version's `identity.updated`.
 * @throws NotFound without a subscription, BadRequest while it is off, Forbidden without `manage`
 */
export async function sendTestDelivery(ctx: Ctx, test: TestInput): Promise<{ id: string }> {
  await requirePermission(ctx, test.brandId, "manage");
  const recorded = await inTransaction(ctx, (tx) => recordTest(tx, test));
  ctx.wakeTick();
  return recorded;
}

/** An attempt takes 10 s at most, and the tick wakes at once. */
const WAIT_MS = 12_000;
const POLL_MS = 200;

export type TestOutcome = Awaited<ReturnType<typeof awaitTest>>;

/**
 * Waits up to 12 s for a test's result. It may still be pending where a cron runs ticks. @throws NotFound, Forbidden
 * without `manage`
 */
export async function awaitTest(
  ctx: Ctx,
  { withinMs = WAIT_MS, ...input }: { brandId: string; deliveryId: string; withinMs?: number },
) {
  const deadlineMs = performance.now() + withinMs;
  for (;;) {
    const { id, status, attemptLog, pause, reason } = await getDelivery(ctx, input);
    const isOver = status !== "pending" || pause !== null || ctx.stopping.aborted || performance.now() > deadlineMs;
    if (isOver)
      return { deliveryId: id, delivered: status === "delivered", attempt: attemptLog.at(-1) ?? null, pause, reason };
    await delay(POLL_MS);
  }
}

/** A person is waiting at the form. */
const TIMEOUTS = { totalMs: 5_000, connectMs: 3_000 };
const NO_BRAND = "00000000-0000-0000-0000-000000000000";

/**
 * Sends one request outside any subscription, recording nothing. The caller checks permissions and the URL; the
 * connection checks the addresses again.
 */
async function tryWebhookUrl(
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

/** `says` never quotes the response. */
export interface UrlAnswer {
  reached: boolean;
  says: string;
}

/**
 * Tests a URL of a tool's form. A webhook URL gets a `hub.test` signed with a random secret, which a working receiver
 * refuses. A connect URL gets a form without a token.
 * @throws Forbidden for non-administrators, BadRequest for a refused URL
 */
export async function tryToolUrl(
  ctx: Ctx,
  { url, kind }: { url: string; kind: "webhook" | "connect" },
): Promise<UrlAnswer> {
  requireHubAdmin(ctx);
  const field = kind === "webhook" ? "defaultWebhookUrl" : "connectUrl";
  if (kind === "connect") requireBrowserUrl(ctx, { url, field: "connectUrl" });
  const checked = await requireWebhookUrl(ctx, { url, field });
  const { status, errorClass } = await tryWebhookUrl(ctx, { url: checked, kind });
  if (status === null) {
    const consequence = kind === "connect" ? "Browsers may still reach it." : "Webhooks would fail too.";
    return { reached: false, says: `No response (${errorClass ?? "network"}). ${consequence}` };
  }
  if (kind === "connect")
    return status === 404 || status >= 500
      ? { reached: false, says: `Status ${status}. Check the path.` }
      : { reached: true, says: `Status ${status}. The URL responds.` };
  if (status >= 200 && status < 300)
    return {
      reached: true,
      says: `Status ${status}, although the test’s signature is invalid. Check that the tool verifies signatures.`,
    };
  return status === 400 || status === 401 || status === 403
    ? { reached: true, says: `Status ${status}, as expected: the test was signed with a random secret.` }
    : { reached: false, says: `Status ${status}. Webhooks need a 2xx response.` };
}
