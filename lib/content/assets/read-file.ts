import { and, eq, isNull } from "drizzle-orm";
import { files } from "@/db/schema";
import type { Ctx } from "../context";
import { storageKey } from "./storage/index";

/** The bytes and media type of a brand's stored file; null when the brand has none of this content. */
export async function readFile(
  { db, storage }: Ctx,
  { brandId, sha256 }: { brandId: string; sha256: string },
): Promise<{ bytes: Buffer; mime: string } | null> {
  const [row] = await db
    .select({ mime: files.mime })
    .from(files)
    .where(and(eq(files.brandId, brandId), eq(files.sha256, sha256), isNull(files.removedAt)));
  if (!row) return null;
  const bytes = await storage.read(storageKey(brandId, sha256));
  return bytes && { bytes, mime: row.mime };
}
