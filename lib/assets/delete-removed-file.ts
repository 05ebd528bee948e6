import { and, eq, gt, isNotNull, lte, notExists } from "drizzle-orm";
import { files, hubSettings } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";
import { log } from "@/lib/kernel/log";
import { hasPicture, RENDITIONS } from "./renditions/renditions";
import { renditionKey, storageKey } from "./storage";

const TRY_AGAIN_MS = 60 * 60_000;

/**
 * Deletes the bytes of a removed file with what was made of it, then its row; tells whether there was one to try. The row's lock alone is held, so that an upload of
 * this content waits until the bytes are gone and writes them again, and nobody else waits. None while a backup may still copy them. What a store refuses is tried again in an hour.
 */
export async function deleteRemovedFile({ db, now, storage }: Ctx): Promise<boolean> {
  const keptForBackup = db.select().from(hubSettings).where(gt(hubSettings.filesKeptUntil, now));
  const [file] = await db
    .select()
    .from(files)
    .where(and(isNotNull(files.removedAt), lte(files.lookAt, now), notExists(keptForBackup)))
    .orderBy(files.lookAt)
    .limit(1)
    .for("update", { skipLocked: true });
  if (!file) return false;
  const own = eq(files.id, file.id);
  try {
    const renditions = hasPicture(file) ? RENDITIONS : [];
    const made = renditions.map((rendition) => renditionKey(file.brandId, file.sha256, rendition));
    await Promise.all([storageKey(file.brandId, file.sha256), ...made].map((key) => storage.delete(key)));
  } catch (err) {
    log.error({ err, brandId: file.brandId, sha256: file.sha256 }, "the bytes of a removed file could not be deleted");
    const lookAt = new Date(now.getTime() + TRY_AGAIN_MS);
    await db.update(files).set({ lookAt }).where(own);
    return true;
  }
  await db.delete(files).where(own);
  return true;
}
