import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { brands, brandVersions, files } from "@/db/schema";
import type { Permission } from "@/lib/access";
import { lockBrand, recordAudit, requireQuota } from "@/lib/access/server";
import { type BrandSnapshot, filesOf } from "@/lib/content";
import type { Role } from "@/lib/contract";
import { enqueueIdentityUpdated } from "@/lib/integrations/server";
import { inTransaction } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { requireApprovals } from "../reviews/approvals";
import { recordVersion } from "../versions/record-version";
import { parseNote } from "./check-edit";
import { changedParts, changesForAudit, diffDocuments, type FieldChange } from "./diff-documents";
import { getSnapshot } from "./snapshots";

/** The brand's state, read under its lock. */
export interface CurrentVersion {
  version: number;
  snapshot: BrandSnapshot;
  role: Role;
  membersNeedTwoFactor: boolean;
  approvalsRequired: number;
}

/** `settings` marks a manager's change to settings, which needs no approval. */
export interface NextVersion {
  snapshot: BrandSnapshot;
  approvals: { given: number; hint?: string } | "settings";
}

export interface VersionCommit {
  brandId: string;
  permission: Permission;
  /** Runs in the transaction, with the brand locked. */
  next: (tx: Ctx, current: CurrentVersion) => NextVersion | Promise<NextVersion>;
  note: string | null;
  action: "identity.published" | "identity.published_as_scheduled" | "identity.restored" | "brand.renamed";
  restoredFrom?: number;
}

export interface CommittedVersion {
  version: number;
  changes: FieldChange[];
  toolsNotified: number;
}

/**
 * Makes no version if the snapshot is unchanged. The brand is locked, so the second of two publishers sees the first
 * one's version.
 * @throws as `requirePermission`, ApprovalsMissing, and QuotaExceeded at the daily limit of versions
 */
export async function commitVersion(ctx: Ctx, commit: VersionCommit): Promise<CommittedVersion> {
  const committed = await inTransaction(ctx, (tx) => writeVersion(tx, commit));
  if (committed.toolsNotified > 0) ctx.wakeTick();
  return committed;
}

/** Versions are kept, so the clean-up never has to check these files again. */
async function keepFiles({ db }: Ctx, brandId: string, snapshot: BrandSnapshot): Promise<void> {
  const ids = filesOf(snapshot).map(({ id }) => id);
  if (ids.length === 0) return;
  await db
    .update(files)
    .set({ unusedSince: null, lookAt: null })
    .where(and(eq(files.brandId, brandId), inArray(files.id, [...new Set(ids)]), isNotNull(files.lookAt)));
}

async function writeVersion(tx: Ctx, commit: VersionCommit): Promise<CommittedVersion> {
  const { brandId, action, restoredFrom } = commit;
  const { brand, role, userId } = await lockBrand(tx, brandId, commit.permission);
  const note = parseNote(commit.note);
  const previousVersion = brand.identityVersion;
  const current = await getSnapshot(tx, { brandId, version: previousVersion });
  const { snapshot, approvals } = await commit.next(tx, {
    ...{ version: previousVersion, snapshot: current, role },
    ...{ approvalsRequired: brand.approvalsRequired, membersNeedTwoFactor: brand.membersNeedTwoFactor },
  });
  const changes = diffDocuments(current, snapshot);
  if (changes.length === 0) return { version: previousVersion, changes, toolsNotified: 0 };

  if (approvals !== "settings") requireApprovals(brand, approvals);
  await requireQuota(tx, { brandId, adding: { versionsPerDay: 1 } });
  const version = previousVersion + 1;
  const changed = changedParts(changes);
  const row = { brandId, version, snapshot, changed, note, authorId: userId, restoredFrom, createdAt: tx.now };
  await tx.db.insert(brandVersions).values(row);
  const counted = approvals === "settings" ? null : approvals.given;
  const digest = await recordVersion(tx, { brandId, version, snapshot, publishedAt: tx.now, approvals: counted });
  await keepFiles(tx, brandId, snapshot);
  const { name, slug } = snapshot.brand;
  await tx.db.update(brands).set({ identityVersion: version, name, slug }).where(eq(brands.id, brandId));
  const update = { brandId, brandSlug: slug, version, previousVersion, digest, changed };
  const toolsNotified = await enqueueIdentityUpdated(tx, update);
  const target = { kind: "version", id: String(version), label: `Version ${version}` };
  await recordAudit(tx, { brandId, action, target, diff: changesForAudit(changes) });
  return { version, changes, toolsNotified };
}
