import { createHash } from "node:crypto";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { CompactSign } from "jose";
import { isItsRecord, pick } from "@/db/pick";
import { brandVersions, files, signingKeys as keyTable, publishedFiles, versionRecords } from "@/db/schema";
import { type BrandSnapshot, filesOf } from "@/lib/content";
import { VERSION_PROOF_TYPE, type VersionProof } from "@/lib/contract";
import { canonicalJson } from "@/lib/platform/canonical-json";
import { inTransaction } from "@/lib/platform/context";
import { currentSigningKey, signingKeys } from "@/lib/platform/signing-key";
import { publishedContent } from "../bundles/assemble-bundle";
import type { Ctx } from "../context";
import { getSnapshot } from "../identity/list-versions";

const PURPOSE = "hub version proofs";

/** Signs the statement with the hub's current key, whose public half is kept for verifiers. */
async function signVersion(ctx: Ctx, statement: VersionProof): Promise<string> {
  const { id, jwk, secret } = currentSigningKey(ctx, PURPOSE);
  await ctx.db.insert(keyTable).values({ id, jwk, createdAt: ctx.now }).onConflictDoNothing();
  return new CompactSign(new TextEncoder().encode(JSON.stringify(statement)))
    .setProtectedHeader({ alg: "EdDSA", typ: VERSION_PROOF_TYPE, kid: id })
    .sign(secret);
}

/** Every public key that signed a version here or will sign the next, as a JWK set (RFC 7517). */
export async function versionKeys(ctx: Ctx) {
  const stored = await ctx.db.select({ id: keyTable.id, jwk: keyTable.jwk }).from(keyTable).orderBy(keyTable.createdAt);
  const known = new Set(stored.map(({ id }) => id));
  const unused = signingKeys(ctx, PURPOSE).filter(({ id }) => !known.has(id));
  return { keys: [...stored, ...unused].map(({ id, jwk }) => ({ ...jwk, kid: id, alg: "EdDSA", use: "sig" })) };
}

export interface VersionKey {
  brandId: string;
  version: number;
}

interface PublishedSnapshot extends VersionKey {
  snapshot: BrandSnapshot;
  publishedAt: Date;
  /** Null where nobody counted them. */
  approvals: number | null;
}

const digestOf = (content: string): string => createHash("sha256").update(content).digest("hex");

/** Canonical JSON of everything in the bundle, with files named by their SHA-256 where the bundle has signed URLs. */
export const contentOf = ({ brandId, version }: VersionKey, snapshot: BrandSnapshot): string =>
  canonicalJson(publishedContent(brandId, version, snapshot, ({ sha256 }) => ({ sha256 })));

const isRecord = ({ brandId, version }: VersionKey) =>
  and(eq(versionRecords.brandId, brandId), eq(versionRecords.version, version));

/** The digest of the version before. It needs no record, because it depends on nothing else. */
async function digestBefore(ctx: Ctx, { brandId, version }: VersionKey): Promise<string | null> {
  if (version === 1) return null;
  const before = { brandId, version: version - 1 };
  const [known] = await ctx.db.select({ sha256: versionRecords.sha256 }).from(versionRecords).where(isRecord(before));
  return known?.sha256 ?? digestOf(contentOf(before, await getSnapshot(ctx, before)));
}

/**
 * Stores what the version's address serves, with its proof, and returns its digest. If two processes record the same
 * version, the first wins.
 */
export async function recordVersion(
  ctx: Ctx,
  { snapshot, publishedAt, approvals, ...key }: PublishedSnapshot,
): Promise<string> {
  const content = contentOf(key, snapshot);
  const sha256 = digestOf(content);
  const proof = await signVersion(ctx, {
    brand_id: key.brandId,
    version: key.version,
    published_at: publishedAt.toISOString(),
    sha256,
    previous: await digestBefore(ctx, key),
    approvals,
  });
  await ctx.db
    .insert(versionRecords)
    .values({ ...key, content, sha256, proof })
    .onConflictDoNothing();
  const stored = ctx.db
    .select({ brandId: files.brandId, sha256: files.sha256 })
    .from(files)
    .where(and(eq(files.brandId, key.brandId), inArray(files.id, [...new Set(filesOf(snapshot).map(({ id }) => id))])));
  await ctx.db.insert(publishedFiles).select(stored).onConflictDoNothing();
  return sha256;
}

const BATCH = 20;

/** Of processes that found every version recorded. Each later one is recorded as it is published. */
const complete = new WeakSet<object>();

/** Records versions from before this was done at publishing. Returns their number. */
export async function runVersionTick(ctx: Ctx): Promise<{ recorded: number }> {
  if (complete.has(ctx.versions)) return { recorded: 0 };
  const rows = await ctx.db
    .select({ ...pick(brandVersions, "brandId", "version", "snapshot"), publishedAt: brandVersions.createdAt })
    .from(brandVersions)
    .leftJoin(versionRecords, isItsRecord)
    .where(isNull(versionRecords.version))
    .orderBy(asc(brandVersions.brandId), asc(brandVersions.version))
    .limit(BATCH);
  for (const row of rows) await inTransaction(ctx, (tx) => recordVersion(tx, { ...row, approvals: null }));
  if (rows.length < BATCH) complete.add(ctx.versions);
  return { recorded: rows.length };
}
