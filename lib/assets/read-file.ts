import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { files } from "@/db/schema";
import { type FileStorage, storageKey } from "./storage";

/** The bytes and media type of a brand's stored file; null when the brand has none of this content. */
export async function readFile(
  db: Database,
  storage: FileStorage,
  brandId: string,
  sha256: string,
): Promise<{ bytes: Buffer; mime: string } | null> {
  const [row] = await db
    .select({ mime: files.mime })
    .from(files)
    .where(and(eq(files.brandId, brandId), eq(files.sha256, sha256)));
  if (!row) return null;
  const bytes = await storage.read(storageKey(brandId, sha256));
  return bytes && { bytes, mime: row.mime };
}
