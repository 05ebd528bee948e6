import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { brands, brandVersions, drafts, files } from "@/db/schema";
import type { Permission } from "@/lib/access";
import { lockBrand, recordAudit, requireQuota } from "@/lib/access/server";
import { type BrandSnapshot, filesOf } from "@/lib/content";
import type { Role } from "@/lib/contract";
import { enqueueIdentityUpdated } from "@/lib/integrations/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { requireApprovals } from "../reviews/approvals";
import { recordVersion } from "../versions/record-version";
import { checkLocks, compileDocument, parseNote, withStoredFiles } from "./compile-document";
import { changedParts, changesForAudit, diffDocuments, type FieldChange } from "./diff-documents";
import { StaleDraft, StaleEdit } from "./errors";
import { getSnapshot } from "./list-versions";
import { type Draft, ownDraft, takeDraft } from "./save-draft";

export interface Publication {
  brandId: string;
  revision: number;
  note: string | null;
}

/**
 * Call with the brand locked.
 * @throws StaleEdit, Forbidden for locked colours, BadRequest as `publishDraft`
 */
export async function snapshotOfDraft(
  tx: Ctx,
  draft: Draft,
  current: Pick<CurrentVersion, "version" | "snapshot" | "role">,
): Promise<BrandSnapshot> {
  const { brandId, baseVersion } = draft;
  if (baseVersion !== current.version) {
    const base = await getSnapshot(tx, { brandId, version: baseVersion });
    throw new StaleEdit(current.version, diffDocuments(base, current.snapshot));
  }
  checkLocks(current.role, current.snapshot, draft.document);
  const document = compileDocument(await withStoredFiles(tx, { brandId, document: draft.document }));
  return { ...document, brand: current.snapshot.brand };
}

/**
 * Publishes the acting user's draft as the next version and deletes the draft. Makes no version if the draft equals
 * the published one.
 * @throws StaleDraft when the draft has another revision
 * @throws StaleEdit with the changes when a newer version was published: merge first
 * @throws ApprovalsMissing when the draft has fewer approvals than the brand requires
 * @throws BadRequest with the field when the draft doesn't compile
 */
export async function publishDraft(ctx: Ctx, { brandId, revision, note }: Publication): Promise<CommittedVersion> {
  return commitVersion(ctx, {
    brandId,
    permission: "edit",
    note,
    action: "identity.published",
    async next(tx, current) {
      const which = and(ownDraft(tx, { brandId }), eq(drafts.revision, revision));
      const taken = await takeDraft(tx, { which, approvalsRequired: current.approvalsRequired });
      if (!taken) throw new StaleDraft();
      return { snapshot: await snapshotOfDraft(tx, taken.draft, current), approvals: taken };
    },
  });
}

const HINT = "A restore can’t be approved. Copy the version to your draft and request a review.";

/**
 * Publishes an old snapshot as the next version. Keeps the current name and slug, which are settings.
 * @throws BadRequest when that would change nothing
 * @throws ApprovalsMissing when the brand requires approvals: an old version has no draft to approve
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
        throw new BadRequest(`Version ${current.version} was published in the meantime. Check it before you restore.`);
      }
      checkLocks(current.role, current.snapshot, old);
      const document = await withStoredFiles(tx, { brandId, document: old });
      return { snapshot: { ...document, brand: current.snapshot.brand }, approvals: { given: 0, hint: HINT } };
    },
  });
}

/** The brand's state, read under its lock. */
export interface CurrentVersion {
  version: number;
  snapshot: BrandSnapshot;
  role: Role;
  membersNeedTwoFactor: boolean;
  approvalsRequired: number;
}

/** `settings` marks a manager's change to settings, which needs no approval. */
interface NextVersion {
  snapshot: BrandSnapshot;
  approvals: { given: number; hint?: string } | "settings";
}

interface VersionCommit {
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
