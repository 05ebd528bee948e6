import type { Ctx } from "@/lib/kernel/context";
import { BadRequest } from "@/lib/kernel/errors";
import { lockBrand, requirePermission } from "@/lib/members/server";
import { checkLocks, withStoredFiles } from "./check-edit";
import { type CommittedVersion, commitVersion } from "./commit-version";
import { getSnapshot } from "./snapshots";

/**
 * Publishes an old snapshot as a new version; name and slug stay as they are, since they are settings.
 * @throws BadRequest when the version is the current one or older states differ in nothing
 * @throws Forbidden when it would change locked colours without the permission
 */
export async function restoreVersion(
  ctx: Ctx,
  input: { brandId: string; version: number; expectedVersion: number; note: string | null },
): Promise<CommittedVersion> {
  await requirePermission(ctx, input.brandId, "edit");
  return ctx.db.transaction(async (tx) => {
    const { role } = await lockBrand({ ...ctx, db: tx }, input.brandId, "edit");
    const old = await getSnapshot(tx, input.brandId, input.version);
    return commitVersion(
      { ...ctx, db: tx },
      {
        brandId: input.brandId,
        note: input.note?.trim() || null,
        action: "identity.restored",
        restoredFrom: input.version,
        async next(current, currentVersion) {
          if (currentVersion !== input.expectedVersion) {
            throw new BadRequest(`Version ${currentVersion} was published meanwhile. Look at it before you restore.`);
          }
          checkLocks(role, current, old);
          return { ...(await withStoredFiles(tx, input.brandId, old)), brand: current.brand };
        },
      },
    );
  });
}
