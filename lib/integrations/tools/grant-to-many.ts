import { and, asc, eq, exists, gt, ilike, inArray, isNull, notExists, or, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { brands, entitlements, tools } from "@/db/schema";
import { recordAudits } from "@/lib/access/server";
import { inTransaction, requireHubAdminOrOperator, requireRecentProof } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { containing } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { grantAll, revokeAll } from "./entitlements";

/** Publishing waits for their locks. */
const BATCH_SIZE = 200;

export interface GrantToMany {
  toolSlug: string;
  /** Empty for all brands. */
  search: string;
  on: boolean;
}

export interface GrantForecast {
  matching: number;
  changing: number;
}

const matching = ({ search }: GrantToMany) => {
  const pattern = containing(search);
  return and(
    isNull(brands.archivedAt),
    search ? or(ilike(brands.name, pattern), ilike(brands.slug, pattern)) : undefined,
  );
};

const changing = ({ db }: Ctx, input: GrantToMany) => {
  const granted = db
    .select({ one: sql`1` })
    .from(entitlements)
    .where(and(eq(entitlements.brandId, brands.id), eq(entitlements.toolSlug, input.toolSlug)));
  return and(matching(input), input.on ? notExists(granted) : exists(granted));
};

/** @throws Forbidden unless administrator or operator, NotFound for an unknown tool */
export async function forecastGrants(ctx: Ctx, input: GrantToMany): Promise<GrantForecast> {
  requireHubAdminOrOperator(ctx);
  if ((await ctx.db.$count(tools, eq(tools.slug, input.toolSlug))) === 0) throw new NotFound("There is no such tool.");
  return refusingUnstorable(async () => ({
    matching: await ctx.db.$count(brands, matching(input)),
    changing: await ctx.db.$count(brands, changing(ctx, input)),
  }));
}

/** By slug, locked in id order. Skips brands archived in between. */
async function lockNext(tx: Ctx, input: GrantToMany, after: string | null) {
  const next = await tx.db
    .select({ id: brands.id, slug: brands.slug })
    .from(brands)
    .where(and(changing(tx, input), after === null ? undefined : gt(brands.slug, after)))
    .orderBy(asc(brands.slug))
    .limit(BATCH_SIZE);
  const ids = next.map(({ id }) => id);
  const locked = await tx.db
    .select({ id: brands.id })
    .from(brands)
    .where(and(inArray(brands.id, ids), isNull(brands.archivedAt)))
    .orderBy(asc(brands.id))
    .for("key share");
  return { brandIds: locked.map(({ id }) => id), last: next.length < BATCH_SIZE ? null : (next.at(-1)?.slug ?? null) };
}

/**
 * Grants a tool to the next 200 matching brands, or revokes it, in one transaction. Call again with the returned
 * `after` until it is null. After a failure, calling again does the rest.
 * @throws Forbidden unless administrator or operator, ReauthRequired, NotFound for an unknown tool
 */
export async function grantToMany(
  ctx: Ctx,
  input: GrantToMany & { after: string | null },
): Promise<{ changed: number; after: string | null }> {
  const userId = requireHubAdminOrOperator(ctx);
  requireRecentProof(ctx);
  const done = await inTransaction(ctx, async (tx) => {
    const { brandIds, last } = await refusingUnstorable(() => lockNext(tx, input, input.after));
    const [tool] = await tx.db.select().from(tools).where(eq(tools.slug, input.toolSlug)).for("share");
    if (!tool) throw new NotFound("There is no such tool.");
    if (brandIds.length === 0) return { changed: 0, after: last };
    const changed = await (input.on ? grantAll(tx, tool, brandIds, userId) : revokeAll(tx, tool, brandIds));
    if (changed.length === 0) return { changed: 0, after: last };
    const target = { kind: "tool", id: tool.slug, label: tool.name };
    const action = input.on ? "entitlement.granted" : "entitlement.revoked";
    await recordAudits(tx, [
      ...changed.map((brandId) => ({ brandId, action, target }) as const),
      {
        brandId: null,
        action: input.on ? "entitlement.granted_to_many" : "entitlement.revoked_from_many",
        target,
        diff: { brands: [null, changed.length], ...(input.search ? { "that match": [null, input.search] } : {}) },
      },
    ]);
    return { changed: changed.length, after: last };
  });
  ctx.wakeTick();
  return done;
}
