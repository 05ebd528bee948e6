import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { checkLocks, withStoredFiles } from "./check-edit";
import { type CommittedVersion, commitVersion } from "./commit-version";
import { getSnapshot } from "./snapshots";

const HINT = "Nobody can approve a restore: bring the version into your draft, and ask for a review of that.";

/**
 * Publishes an old snapshot as a new version; name and slug stay as they are, since they are settings.
 * @throws BadRequest when the version is the current one or older states differ in nothing
 * @throws ApprovalsMissing where the brand asks for any: an old state has no draft that somebody could have approved
 * @throws Forbidden when it would change locked colours without the permission
 */
export async function restoreVersion(
  ctx: Ctx,
  input: { brandId: string; version: number; expectedVersion: number; note: string | null },
): Promise<CommittedVersion> {
  const { brandId, expectedVersion } = input;
  return commitVersion(ctx, {
    brandId,
    permission: "edit",
    note: input.note,
    action: "identity.restored",
    restoredFrom: input.version,
    async next(tx, current) {
      const old = await getSnapshot(tx, { brandId, version: input.version });
      if (current.version !== expectedVersion) {
        throw new BadRequest(`Version ${current.version} was published meanwhile. Look at it before you restore.`);
      }
      checkLocks(current.role, current.snapshot, old);
      const document = await withStoredFiles(tx, { brandId, document: old });
      return { snapshot: { ...document, brand: current.snapshot.brand }, approvals: { given: 0, hint: HINT } };
    },
  });
}
