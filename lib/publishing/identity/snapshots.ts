import { and, eq, sql } from "drizzle-orm";
import { brandVersions } from "@/db/schema";
import type { BrandSnapshot } from "@/lib/content";
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
