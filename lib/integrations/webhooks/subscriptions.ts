import { and, asc, eq, exists, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { brands, entitlements, subscriptions } from "@/db/schema";
import type { AuditEntry } from "@/lib/access";
import { lockBrand, recordAudit, recordAudits, requirePermission } from "@/lib/access/server";
import { inTransaction, requireHubAdmin } from "@/lib/platform/context";
import { BadRequest, Forbidden, NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { lockTool } from "../tools/edit-tool";
import { type EntitlementKey, requireBrandAndTool } from "../tools/entitlements";
import { hostOf, requireWebhookUrl } from "../tools/tool-input";
import { offReason } from "./after-failure";
import { cancelPendingDeliveries } from "./cancel-deliveries";
import { lockSubscribers, type Subscriber } from "./enqueue-deliveries";
import { findUndelivered, type Undelivered } from "./health";
import { endCoolDown } from "./receiver";

const MISSING = "The brand has no subscription for this tool.";

export interface SubscriptionKey {
  brandId: string;
  toolSlug: string;
}

/** Locks an enabled subscription for the transaction. @throws NotFound, BadRequest while it is off */
export async function requireSubscription(ctx: Ctx, { brandId, toolSlug }: SubscriptionKey): Promise<Subscriber> {
  const subscribers = await lockSubscribers(ctx, [brandId]);
  const subscriber = subscribers.find((candidate) => candidate.toolSlug === toolSlug);
  if (!subscriber) throw new NotFound(MISSING);
  if (!subscriber.enabled) throw new BadRequest("The subscription is off. Turn it on first.");
  return subscriber;
}

/** Locks the subscription, on or off, for the transaction. @throws NotFound */
async function lockSubscription({ db }: Ctx, { brandId, toolSlug }: SubscriptionKey) {
  const own = and(eq(subscriptions.brandId, brandId), eq(subscriptions.toolSlug, toolSlug));
  const [row] = await db.select().from(subscriptions).where(own).for("no key update");
  if (!row) throw new NotFound(MISSING);
  return { row, own };
}

const TURNED_ON = { enabled: true, disabledReason: null, disabledAt: null, failingSince: null };
const TURNED_OFF_BY_HAND = "It was turned off by hand.";

/**
 * Turns a subscription off and cancels its pending deliveries. Returns false if it was off.
 * @throws NotFound without a subscription, Forbidden without `manage`
 */
export async function disableSubscription(ctx: Ctx, { brandId, toolSlug }: SubscriptionKey): Promise<boolean> {
  await requirePermission(ctx, brandId, "manage");
  return inTransaction(ctx, async (tx) => {
    await lockBrand(tx, brandId, "manage");
    const { row: before, own } = await lockSubscription(tx, { brandId, toolSlug });
    if (!before.enabled) return false;
    await tx.db
      .update(subscriptions)
      .set({ enabled: false, disabledReason: TURNED_OFF_BY_HAND, disabledAt: ctx.now })
      .where(own);
    await cancelPendingDeliveries(tx, { brandId, toolSlug, reason: offReason(TURNED_OFF_BY_HAND) });
    await recordAudit(tx, {
      brandId,
      action: "subscription.disabled",
      target: { kind: "subscription", id: toolSlug, label: toolSlug },
      diff: { enabled: [true, false] },
    });
    return true;
  });
}

/**
 * Turns a subscription on and returns what is undelivered, or null. Returns undefined if it was on.
 * @throws NotFound without a subscription, Forbidden without `manage`
 */
export async function enableSubscription(ctx: Ctx, key: SubscriptionKey): Promise<Undelivered | null | undefined> {
  const { brandId, toolSlug } = key;
  await requirePermission(ctx, brandId, "manage");
  return inTransaction(ctx, async (tx) => {
    await lockBrand(tx, brandId, "manage");
    const { row: before, own } = await lockSubscription(tx, key);
    if (before.enabled) return undefined;
    await tx.db.update(subscriptions).set(TURNED_ON).where(own);
    await recordAudit(tx, {
      brandId,
      action: "subscription.enabled",
      target: { kind: "subscription", id: toolSlug, label: toolSlug },
      diff: { enabled: [false, true] },
    });
    await endCoolDown(tx, key);
    return (await findUndelivered(tx, { brandId, toolSlugs: [toolSlug] })).get(toolSlug) ?? null;
  });
}

/** Publishing waits for their locks. */
const BATCH_SIZE = 200;

/** Only members turn on what members turned off. */
const offByHub = (toolSlug: string): SQL | undefined =>
  and(
    eq(subscriptions.toolSlug, toolSlug),
    eq(subscriptions.enabled, false),
    ne(subscriptions.disabledReason, TURNED_OFF_BY_HAND),
  );

const brandsOffByHub = ({ db }: Ctx, toolSlug: string): SQL | undefined =>
  and(
    isNull(brands.archivedAt),
    exists(
      db
        .select({ one: sql`1` })
        .from(subscriptions)
        .where(and(eq(subscriptions.brandId, brands.id), offByHub(toolSlug))),
    ),
  );

/** Brands where the hub turned off the tool's webhook. @throws Forbidden for non-administrators */
export async function countTurnedOffByHub(ctx: Ctx, { toolSlug }: { toolSlug: string }): Promise<number> {
  requireHubAdmin(ctx);
  return ctx.db.$count(brands, brandsOffByHub(ctx, toolSlug));
}

async function resumeBatch(tx: Ctx, toolSlug: string): Promise<{ looked: number; resumed: number }> {
  const locked = await tx.db
    .select({ id: brands.id })
    .from(brands)
    .where(brandsOffByHub(tx, toolSlug))
    .orderBy(asc(brands.id))
    .limit(BATCH_SIZE)
    .for("key share");
  const tool = await lockTool(tx, { toolSlug }, "share");
  const ids = locked.map(({ id }) => id);
  const condition = and(offByHub(toolSlug), inArray(subscriptions.brandId, ids));
  // A fixed order prevents deadlocks.
  const off = await tx.db
    .select({ brandId: subscriptions.brandId })
    .from(subscriptions)
    .where(condition)
    .orderBy(asc(subscriptions.brandId))
    .for("no key update");
  if (off.length === 0) return { looked: locked.length, resumed: 0 };
  const brandIds = off.map(({ brandId }) => brandId);
  await tx.db.update(subscriptions).set(TURNED_ON).where(condition);
  const target = { kind: "subscription", id: toolSlug, label: tool.name };
  const turnedOn = (brandId: string | null, diff: AuditEntry["diff"]): AuditEntry => ({
    brandId,
    action: "subscription.enabled",
    target,
    diff,
  });
  await recordAudits(tx, [
    ...brandIds.map((brandId) => turnedOn(brandId, { enabled: [false, true] })),
    turnedOn(null, { brands: [null, brandIds.length] }),
  ]);
  await endCoolDown(tx, { brandId: brandIds, toolSlug });
  return { looked: locked.length, resumed: brandIds.length };
}

/**
 * Turns a tool's webhook on again wherever the hub turned it off, and returns the number of brands. For operators who
 * fixed their receiver but manage none of the brands. Batches done before a failure stay.
 * @throws Forbidden for non-administrators, NotFound for an unknown tool
 */
export async function resumeSubscriptions(ctx: Ctx, { toolSlug }: { toolSlug: string }): Promise<number> {
  requireHubAdmin(ctx);
  let total = 0;
  let looked = BATCH_SIZE;
  while (looked === BATCH_SIZE) {
    const batch = await inTransaction(ctx, (tx) => resumeBatch(tx, toolSlug));
    total += batch.resumed;
    looked = batch.resumed === 0 ? 0 : batch.looked;
  }
  ctx.wakeTick();
  return total;
}

/**
 * Sets a tool's webhook URL for a brand and turns the subscription on. Pending deliveries go to the new URL. For the
 * dispatch secret and for members with `manage`.
 * @throws BadRequest for a refused URL, NotFound for an unknown or archived brand or an unknown tool, Forbidden without
 *   access
 */
export async function registerSubscription(ctx: Ctx, input: EntitlementKey & { webhookUrl: string }): Promise<void> {
  const { brandId, toolSlug } = input;
  if (ctx.actor.kind !== "system") await requirePermission(ctx, brandId, "manage");
  const webhookUrl = await requireWebhookUrl(ctx, { url: input.webhookUrl, field: "webhook_url" });
  await inTransaction(ctx, async (tx) => {
    const { tool } = await requireBrandAndTool(tx, input);
    const [entitled] = await tx.db
      .select({ toolSlug: entitlements.toolSlug })
      .from(entitlements)
      .where(and(eq(entitlements.brandId, brandId), eq(entitlements.toolSlug, toolSlug)))
      .for("key share");
    if (!entitled) throw new Forbidden("The brand is not entitled to this tool.");
    const [before] = await tx.db
      .select({ webhookUrl: subscriptions.webhookUrl, enabled: subscriptions.enabled })
      .from(subscriptions)
      .where(and(eq(subscriptions.brandId, brandId), eq(subscriptions.toolSlug, toolSlug)));
    const fresh = { webhookUrl, ...TURNED_ON };
    await tx.db
      .insert(subscriptions)
      .values({ brandId, toolSlug, ...fresh, createdAt: ctx.now })
      .onConflictDoUpdate({ target: [subscriptions.brandId, subscriptions.toolSlug], set: fresh });
    await recordAudit(tx, {
      brandId,
      action: "subscription.registered",
      target: { kind: "subscription", id: toolSlug, label: tool.name },
      diff: {
        host: [hostOf(before?.webhookUrl ?? null), hostOf(webhookUrl)],
        enabled: [before?.enabled ?? null, true],
      },
    });
    await endCoolDown(tx, { brandId, toolSlug });
  });
  ctx.wakeTick();
}
