import { and, eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { brandVersions } from "@/db/schema";
import { type BrandSnapshot, identityOf } from "@/lib/content";
import { NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";

/** @throws NotFound when there is no such version */
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

/**
 * As JSON text.
 * @throws NotFound when there is no such version
 */
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
export async function identityText(ctx: Ctx, key: { brandId: string; version: number }): Promise<string> {
  const known = ctx.identities.get(key.brandId);
  if (known?.version === key.version) return known.text;
  const text = JSON.stringify(identityOf(await getSnapshot(ctx, key)));
  ctx.identities.set(key.brandId, { version: key.version, text });
  return text;
}
