import { and, asc, eq, exists, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { brands, subscriptions, tools } from "@/db/schema";
import type { AuditEntry } from "@/lib/access";
import { recordAudits } from "@/lib/access/server";
import { inTransaction, requireHubAdmin } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { endCoolDown } from "./receiver";
import { BY_HAND } from "./subscriptions";

/** Brands of one transaction: it holds their rows, for whose lock a publish waits. */
const AT_ONCE = 200;

/** Subscriptions that the hub itself turned off. What people turned off is theirs to turn on. */
const offByHub = (toolSlug: string): SQL | undefined =>
  and(
    eq(subscriptions.toolSlug, toolSlug),
    eq(subscriptions.enabled, false),
    ne(subscriptions.disabledReason, BY_HAND),
  );

/** Brands that are not archived and have one. */
const concerned = ({ db }: Ctx, toolSlug: string): SQL | undefined =>
  and(
    isNull(brands.archivedAt),
    exists(
      db
        .select({ one: sql`1` })
        .from(subscriptions)
        .where(and(eq(subscriptions.brandId, brands.id), offByHub(toolSlug))),
    ),
  );

/** For how many brands the hub has turned off a tool's webhook. @throws Forbidden unless a hub administrator asks */
export async function countOffByHub(ctx: Ctx, { toolSlug }: { toolSlug: string }): Promise<number> {
  requireHubAdmin(ctx);
  return ctx.db.$count(brands, concerned(ctx, toolSlug));
}

async function resumeSome(tx: Ctx, toolSlug: string): Promise<{ looked: number; resumed: number }> {
  const held = await tx.db
    .select({ id: brands.id })
    .from(brands)
    .where(concerned(tx, toolSlug))
    .orderBy(asc(brands.id))
    .limit(AT_ONCE)
    .for("key share");
  const [tool] = await tx.db.select({ name: tools.name }).from(tools).where(eq(tools.slug, toolSlug)).for("share");
  if (!tool) throw new NotFound("There is no such tool.");
  const ids = held.map(({ id }) => id);
  const theirs = and(offByHub(toolSlug), inArray(subscriptions.brandId, ids));
  // In one order, for whoever does the same at the same time.
  const off = await tx.db
    .select({ brandId: subscriptions.brandId })
    .from(subscriptions)
    .where(theirs)
    .orderBy(asc(subscriptions.brandId))
    .for("no key update");
  if (off.length === 0) return { looked: held.length, resumed: 0 };
  const brandIds = off.map(({ brandId }) => brandId);
  await tx.db
    .update(subscriptions)
    .set({ enabled: true, disabledReason: null, disabledAt: null, failingSince: null })
    .where(theirs);
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
  return { looked: held.length, resumed: brandIds.length };
}

/**
 * Turns a tool's webhook on again for every brand for which the hub turned it off, after failures or a 410, and says for how many: whoever runs the tool has mended
 * its receiver, and manages none of the brands. Each goes on offering what it missed for replay. What was done before a failure stays.
 * @throws Forbidden unless a hub administrator acts, NotFound for an unknown tool
 */
export async function resumeSubscriptions(ctx: Ctx, { toolSlug }: { toolSlug: string }): Promise<number> {
  requireHubAdmin(ctx);
  let total = 0;
  let looked = AT_ONCE;
  while (looked === AT_ONCE) {
    const some = await inTransaction(ctx, (tx) => resumeSome(tx, toolSlug));
    total += some.resumed;
    looked = some.resumed === 0 ? 0 : some.looked;
  }
  ctx.wakeTick();
  return total;
}
