import { and, eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { brandVersions } from "@/db/schema";
import { type BrandSnapshot, identityOf } from "@/lib/content";
import { NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";

/** The snapshot of one published version. @throws NotFound when the brand has no such version */
export async function getSnapshot(
  { db }: Ctx,
  { brandId, version }: { brandId: string; version: number },
): Promise<BrandSnapshot> {
  const [row] = await db
    .select({ snapshot: brandVersions.snapshot })
    .from(brandVersions)
    .where(and(eq(brandVersions.brandId, brandId), eq(brandVersions.version, version)));
  if (!row) throw new NotFound(`There is no version ${version} of this brand.`);
  return row.snapshot;
}

/** The same as JSON text, for what passes it on. @throws NotFound when the brand has no such version */
export async function getSnapshotText(
  { db }: Ctx,
  { brandId, version }: { brandId: string; version: number },
): Promise<string> {
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

/** Memory that texts of identities may take, in characters. */
const MAX_SIZE = 16 * 1024 * 1024;

/** Compiled identities by brand, as JSON: that of a version never changes. Which version is current is for the caller to ask. */
export type IdentityTexts = LRUCache<string, IdentityText>;

export const createIdentityTexts = (): IdentityTexts =>
  new LRUCache({ maxSize: MAX_SIZE, sizeCalculation: ({ text }) => text.length });

/** The compiled identity of one published version as JSON text; no query while it is at hand. @throws NotFound when the brand has no such version */
export async function identityText(ctx: Ctx, key: { brandId: string; version: number }): Promise<string> {
  const known = ctx.identities.get(key.brandId);
  if (known?.version === key.version) return known.text;
  const text = JSON.stringify(identityOf(await getSnapshot(ctx, key)));
  ctx.identities.set(key.brandId, { version: key.version, text });
  return text;
}
