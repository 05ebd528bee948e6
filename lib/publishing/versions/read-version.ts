import { and, asc, eq, gt } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { isItsRecord, pick } from "@/db/pick";
import { brands, brandVersions, versionRecords } from "@/db/schema";
import { enterBrand } from "@/lib/access/server";
import type { ProvedApiKeyActor, SignedInActor, ToolActor } from "@/lib/platform/context";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/ids";
import { type BundleRow, requireToolOfBrand } from "../bundles/read-bundle";
import type { Ctx } from "../context";
import { recordVersion, type VersionKey } from "./record-version";

export interface PublishedVersion {
  sha256: string;
  /** A compact JWS of a `VersionProof`. */
  proof: string;
  /** Canonical JSON in UTF-8. Read only when it is sent. */
  content(): Promise<Uint8Array<ArrayBuffer>>;
}

type CachedVersion = Omit<PublishedVersion, "content"> & { bytes?: Uint8Array<ArrayBuffer> };

const MAX_CACHE_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 1024;

/** By brand and version. Never stale, because versions don't change. */
export type VersionCache = LRUCache<string, CachedVersion>;

export const createVersionCache = (): VersionCache =>
  new LRUCache({ maxSize: MAX_CACHE_BYTES, sizeCalculation: ({ bytes }) => ENTRY_BYTES + (bytes?.length ?? 0) });

export type VersionReader = ToolActor | ProvedApiKeyActor | SignedInActor;

/**
 * Returns the brand's id in lower case if the caller can read its versions.
 * @param input.found the row from `authenticateByBundle` for the same brand
 * @throws NotFound for a malformed or unknown id, an archived brand, or a brand that the user isn't a member of
 * @throws Forbidden for a key of another brand, or a tool that is disabled or has no access
 */
export async function requireVersionReader(
  ctx: Ctx<VersionReader>,
  { brandId: id, found }: { brandId: string; found?: BundleRow },
): Promise<string> {
  if (!isUuid(id)) throw new NotFound("There is no such brand.");
  const brandId = id.toLowerCase();
  const { actor } = ctx;
  if (actor.kind === "tool") await requireToolOfBrand({ ...ctx, actor }, { brandId, found });
  else if (actor.kind === "api-key") {
    if (actor.brandId !== brandId) throw new Forbidden("An API key is only valid for its own brand.");
  } else if (!(await enterBrand(ctx, { brandId }))) throw new NotFound("There is no such brand.");
  return brandId;
}

/**
 * The caller has checked that the brand can be read.
 * @throws NotFound if there is no such version
 */
export async function findVersion(ctx: Ctx, key: VersionKey): Promise<PublishedVersion> {
  const cacheKey = `${key.brandId}/${key.version}`;
  let record = ctx.versions.get(cacheKey);
  if (!record) {
    record = (await findRecord(ctx, key)) ?? (await recordMissing(ctx, key));
    ctx.versions.set(cacheKey, record);
  }
  const { sha256, proof, bytes: known } = record;
  return {
    sha256,
    proof,
    async content() {
      if (known) return known;
      const [row] = await ctx.db.select(pick(versionRecords, "content")).from(versionRecords).where(isRecordOf(key));
      if (!row) throw new NotFound("There is no such brand.");
      // Kept as bytes, because encoding takes longer than writing a response.
      const bytes = new TextEncoder().encode(row.content);
      ctx.versions.set(cacheKey, { sha256, proof, bytes });
      return bytes;
    },
  };
}

const isRecordOf = ({ brandId, version }: VersionKey) =>
  and(eq(versionRecords.brandId, brandId), eq(versionRecords.version, version));

async function findRecord({ db }: Ctx, key: VersionKey): Promise<CachedVersion | undefined> {
  const [record] = await db
    .select(pick(versionRecords, "sha256", "proof"))
    .from(versionRecords)
    .where(isRecordOf(key));
  return record;
}

/** Its number. The caller has checked that the brand can be read. */
export async function findCurrentVersion({ db }: Ctx, { brandId }: { brandId: string }): Promise<number> {
  const [row] = await db.select({ version: brands.identityVersion }).from(brands).where(eq(brands.id, brandId));
  if (!row) throw new NotFound("There is no such brand.");
  return row.version;
}

async function recordMissing(ctx: Ctx, { brandId, version }: VersionKey): Promise<CachedVersion> {
  const [row] = await ctx.db
    .select({ snapshot: brandVersions.snapshot, publishedAt: brandVersions.createdAt })
    .from(brandVersions)
    .where(and(eq(brandVersions.brandId, brandId), eq(brandVersions.version, version)));
  if (!row) throw new NotFound(`There is no version ${version} of this brand.`);
  await recordVersion(ctx, { brandId, version, ...row, approvals: null });
  const record = await findRecord(ctx, { brandId, version });
  if (!record) throw new Error(`version ${version} of brand ${brandId} was not recorded`);
  return record;
}

export interface ListedVersion extends Pick<typeof brandVersions.$inferSelect, "version" | "changed"> {
  publishedAt: Date;
  sha256: string;
}

/** Versions after `after`, oldest first. The caller has checked that the brand can be read. */
export async function listPublishedVersions(
  ctx: Ctx,
  { brandId, after, limit }: { brandId: string; after: number; limit: number },
): Promise<ListedVersion[]> {
  const rows = await ctx.db
    .select({
      ...pick(brandVersions, "version", "changed"),
      publishedAt: brandVersions.createdAt,
      sha256: versionRecords.sha256,
    })
    .from(brandVersions)
    .leftJoin(versionRecords, isItsRecord)
    .where(and(eq(brandVersions.brandId, brandId), gt(brandVersions.version, after)))
    .orderBy(asc(brandVersions.version))
    .limit(limit);
  const listed: ListedVersion[] = [];
  for (const { sha256, ...row } of rows)
    listed.push({ ...row, sha256: sha256 ?? (await findVersion(ctx, { brandId, version: row.version })).sha256 });
  return listed;
}
