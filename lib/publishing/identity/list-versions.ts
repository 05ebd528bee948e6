import { and, asc, desc, eq, gt, ilike, lt, or } from "drizzle-orm";
import { brandVersions, users } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import type { BrandSnapshot } from "@/lib/content";
import type { ChangedPart } from "@/lib/contract";
import { NotFound } from "@/lib/platform/errors";
import { containing } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { type Comparison, type ComparisonView, readComparison } from "./compare-documents";
import { getSnapshot, getSnapshotText } from "./snapshots";

export interface VersionEntry {
  version: number;
  changed: ChangedPart[];
  note: string | null;
  /** The older version that this one brought back. */
  restoredFrom: number | null;
  createdAt: Date;
  /** Name of who published; null for the hub itself and for people who are gone. */
  author: string | null;
}

interface VersionQuery {
  brandId: string;
  /** Only versions below, or above: at most one of the two. */
  before?: number;
  after?: number;
  /** Only versions whose note or author has this text. */
  search?: string;
  limit: number;
}

const entry = {
  version: brandVersions.version,
  changed: brandVersions.changed,
  note: brandVersions.note,
  restoredFrom: brandVersions.restoredFrom,
  createdAt: brandVersions.createdAt,
  author: users.name,
};

/** Versions of a brand, newest first, at most `limit`; those nearest to `after` or `before` where one is given. */
export async function listVersions(ctx: Ctx, query: VersionQuery): Promise<VersionEntry[]> {
  const { brandId, before, after, search, limit } = query;
  await requirePermission(ctx, brandId, "read");
  const pattern = search ? containing(search) : undefined;
  const rows = await ctx.db
    .select(entry)
    .from(brandVersions)
    .leftJoin(users, eq(users.id, brandVersions.authorId))
    .where(
      and(
        eq(brandVersions.brandId, brandId),
        before === undefined ? undefined : lt(brandVersions.version, before),
        after === undefined ? undefined : gt(brandVersions.version, after),
        pattern ? or(ilike(brandVersions.note, pattern), ilike(users.name, pattern)) : undefined,
      ),
    )
    .orderBy(after === undefined ? desc(brandVersions.version) : asc(brandVersions.version))
    .limit(limit);
  return after === undefined ? rows : rows.reverse();
}

export interface VersionPage {
  entries: VersionEntry[];
  /** Give it as `before` for the page of older versions; null on the last page. */
  older: number | null;
  /** Give it as `after` for the page of newer versions; null on the first page. */
  newer: number | null;
}

const PAGE_SIZE = 25;

/** 25 versions of a brand, newest first, and the way to the pages around; as fast with thousands of versions as with ten. */
export async function pageVersions(ctx: Ctx, query: Omit<VersionQuery, "limit">): Promise<VersionPage> {
  const rows = await listVersions(ctx, { ...query, limit: PAGE_SIZE + 1 });
  const upwards = query.after !== undefined;
  const more = rows.length > PAGE_SIZE;
  const entries = upwards ? rows.slice(-PAGE_SIZE) : rows.slice(0, PAGE_SIZE);
  const first = entries[0]?.version ?? null;
  const last = entries.at(-1)?.version ?? null;
  return {
    entries,
    older: upwards || more ? last : null,
    newer: (upwards ? more : query.before !== undefined) ? first : null,
  };
}

/** Who published what after a version, newest first; at most twenty. */
export async function listVersionsSince(
  ctx: Ctx,
  { brandId, version }: { brandId: string; version: number },
): Promise<VersionEntry[]> {
  return (await listVersions(ctx, { brandId, limit: 20 })).filter((published) => published.version > version);
}

/** One published version, whole. @throws NotFound when the brand has no such version, or the user is no member */
export async function getVersion(
  ctx: Ctx,
  { brandId, version }: { brandId: string; version: number },
): Promise<VersionEntry & { snapshot: BrandSnapshot }> {
  const [published] = await listVersions(ctx, { brandId, before: version + 1, limit: 1 });
  const snapshot = await getSnapshot(ctx, { brandId, version });
  if (published?.version !== version) throw new NotFound(`There is no version ${version} of this brand.`);
  return { ...published, snapshot };
}

/** A page of two published versions compared field by field. @throws NotFound when one of them does not exist */
export async function compareVersions(
  ctx: Ctx,
  { brandId, from, to, ...view }: { brandId: string; from: number; to: number } & ComparisonView,
): Promise<Comparison> {
  await requirePermission(ctx, brandId, "read");
  const read = async () => ({
    before: await getSnapshotText(ctx, { brandId, version: from }),
    after: await getSnapshotText(ctx, { brandId, version: to }),
  });
  return readComparison(ctx, { key: `${brandId} ${from} ${to}`, isDraft: false, read }, view);
}
