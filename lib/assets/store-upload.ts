import { and, eq } from "drizzle-orm";
import { files } from "@/db/schema";
import type { FileRef } from "@/lib/brand-document";
import type { Ctx } from "@/lib/kernel/context";
import { newId } from "@/lib/kernel/ids";
import { requirePermission } from "@/lib/members/server";
import { inspectUpload } from "./inspect-upload";
import { storageKey } from "./storage";

export interface StoredUpload {
  file: FileRef;
  /** What was removed or changed on the way in, in sentences for people; empty when nothing was. */
  report: string[];
}

/**
 * Stores an upload of a brand, checked and cleaned, and gives the file to name in a draft. The same content is stored once.
 * The bytes lie in the storage before the row says so: a crash in between leaves bytes that the next try finds.
 * @throws Forbidden for viewers
 * @throws UnsupportedFile when the content is not one of the storable types or breaks a limit
 */
export async function storeUpload(ctx: Ctx, input: { brandId: string; bytes: Buffer }): Promise<StoredUpload> {
  const { userId } = await requirePermission(ctx, input.brandId, "edit");
  const inspected = await inspectUpload(input.bytes);
  const { sha256, mime, width, height, report } = inspected;
  await ctx.storage.put(storageKey(input.brandId, sha256), inspected.bytes, mime);
  const values = { brandId: input.brandId, sha256, mime, bytes: inspected.bytes.length, width, height };
  await ctx.db
    .insert(files)
    .values({ ...values, id: newId(), uploadedBy: userId, createdAt: ctx.now })
    .onConflictDoNothing();
  const [row] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.brandId, input.brandId), eq(files.sha256, sha256)));
  if (!row) throw new Error("an upload was stored without its row");
  const file = { id: row.id, sha256, mime: row.mime, bytes: row.bytes, width: row.width, height: row.height };
  return { file, report };
}
