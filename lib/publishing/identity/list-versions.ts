import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { isItsRecord, pick } from "@/db/pick";
import { brandVersions, users, versionRecords } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import { type BrandSnapshot, identityOf } from "@/lib/content";
import { NotFound } from "@/lib/platform/errors";
import { searching } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import type { VersionKey } from "../versions/record-version";
import { type ComparisonView, readComparison } from "./compare-documents";

export interface VersionEntry
  extends Pick<typeof brandVersions.$inferSelect, "version" | "changed" | "note" | "restoredFrom" | "createdAt"> {
  /** Null for the hub and for deleted people. */
  author: string | null;
  /** Both are null until the version is recorded. */
  sha256: string | null;
  proof: string | null;
}

interface VersionQuery {
  brandId: string;
  /** Exclusive bounds. Set at most one. */
  before?: number;
  after?: number;
  search?: string;
  limit: number;
}

const entry = {
  ...pick(brandVersions, "version", "changed", "note", "restoredFrom", "createdAt"),
  author: users.name,
  ...pick(versionRecords, "sha256", "proof"),
};

export async function listVersions(ctx: Ctx, query: VersionQuery): Promise<VersionEntry[]> {
  const { brandId, before, after, search, limit } = query;
  await requirePermission(ctx, brandId, "read");
  const rows = await ctx.db
    .select(entry)
    .from(brandVersions)
    .leftJoin(users, eq(users.id, brandVersions.authorId))
    .leftJoin(versionRecords, isItsRecord)
    .where(
      and(
        eq(brandVersions.brandId, brandId),
        before === undefined ? undefined : lt(brandVersions.version, before),
        after === undefined ? undefined : gt(brandVersions.version, after),
        searching(search, brandVersions.note, users.name),
      ),
    )
    .orderBy(after === undefined ? desc(brandVersions.version) : asc(brandVersions.version))
    .limit(limit);
  return after === undefined ? rows : rows.reverse();
}

export type VersionPage = Awaited<ReturnType<typeof pageVersions>>;

const PAGE_SIZE = 25;

export async function pageVersions(ctx: Ctx, query: Omit<VersionQuery, "limit">) {
  const rows = await listVersions(ctx, { ...query, limit: PAGE_SIZE + 1 });
  const upwards = query.after !== undefined;
  const more = rows.length > PAGE_SIZE;
  const entries = upwards ? rows.slice(-PAGE_SIZE) : rows.slice(0, PAGE_SIZE);
  const first = entries[0]?.version ?? null;
  const last = entries.at(-1)?.version ?? null;
  return {
    entries,
    /** Pass as `before` for the next page. Null on the last. */
    older: upwards || more ? last : null,
    /** Pass as `after` for the previous page. Null on the first. */
    newer: (upwards ? more : query.before !== undefined) ? first : null,
  };
}

/** Newest first, at most twenty. */
export async function listVersionsSince(ctx: Ctx, { brandId, version }: VersionKey): Promise<VersionEntry[]> {
  return (await listVersions(ctx, { brandId, limit: 20 })).filter((published) => published.version > version);
}

async function getEntry(ctx: Ctx, { brandId, version }: VersionKey): Promise<VersionEntry> {
  const [published] = await listVersions(ctx, { brandId, before: version + 1, limit: 1 });
  if (published?.version !== version) throw new NotFound(`There is no version ${version} of this brand.`);
  return published;
}

/** @throws NotFound for an unknown version or a non-member */
export async function getVersion(ctx: Ctx, key: VersionKey): Promise<VersionEntry & { snapshot: BrandSnapshot }> {
  return { ...(await getEntry(ctx, key)), snapshot: await getSnapshot(ctx, key) };
}

export type VersionComparison = Awaited<ReturnType<typeof compareVersions>>;

/** @throws NotFound for an unknown version or a non-member */
export async function compareVersions(
  ctx: Ctx,
  { brandId, from, to, ...view }: { brandId: string; from: number; to: number } & ComparisonView,
) {
  const entries = {
    from: await getEntry(ctx, { brandId, version: from }),
    to: await getEntry(ctx, { brandId, version: to }),
  };
  const read = async () => ({
    before: await getSnapshotText(ctx, { brandId, version: from }),
    after: await getSnapshotText(ctx, { brandId, version: to }),
  });
  const comparison = await readComparison(ctx, { key: `${brandId} ${from} ${to}`, isDraft: false, read }, view);
  return { ...comparison, ...entries };
}

/** @throws NotFound when there is no such version */
export async function getSnapshot({ db }: Ctx, { brandId, version }: VersionKey): Promise<BrandSnapshot> {
  const [row] = await db
    .select({ snapshot: brandVersions.snapshot })
    .from(brandVersions)
    .where(and(eq(brandVersions.brandId, brandId), eq(brandVersions.version, version)));
  if (!row) throw new NotFound(`There is no version ${version} of this brand.`);
  return row.snapshot;
}

/**
 * As JSON text.
 * @throws NotFound when there is no such version
 */
export async function getSnapshotText({ db }: Ctx, { brandId, version }: VersionKey): Promise<string> {
  const [row] = await db
    .select({ text: sql<string>`${brandVersions.snapshot}::text` })
    .from(brandVersions)
    .where(and(eq(brandVersions.brandId, brandId), eq(brandVersions.version, version)));
  if (!row) throw new NotFound(`There is no version ${version} of this brand.`);
  return row.text;
}

interface IdentityText {
  version: number;
  text: string;
}

/** In characters. */
const MAX_SIZE = 16 * 1024 * 1024;

/** JSON by brand and version. The caller knows which version is current. */
export type IdentityTexts = LRUCache<string, IdentityText>;

export const createIdentityTexts = (): IdentityTexts =>
  new LRUCache({ maxSize: MAX_SIZE, sizeCalculation: ({ text }) => text.length });

/**
 * As JSON text. Needs no query if cached.
 * @throws NotFound when there is no such version
 */
export async function identityText(ctx: Ctx, key: VersionKey): Promise<string> {
  const known = ctx.identities.get(key.brandId);
  if (known?.version === key.version) return known.text;
  const text = JSON.stringify(identityOf(await getSnapshot(ctx, key)));
  ctx.identities.set(key.brandId, { version: key.version, text });
  return text;
}
