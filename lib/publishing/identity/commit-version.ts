import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { brands, brandVersions, files } from "@/db/schema";
import type { Permission } from "@/lib/access";
import { lockBrand, recordAudit, requireQuota } from "@/lib/access/server";
import { type BrandSnapshot, filesOf } from "@/lib/content";
import type { Role } from "@/lib/contract";
import { enqueueIdentityUpdated } from "@/lib/integrations/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { storableText } from "@/lib/platform/text";
import type { Ctx } from "../context";
import { requireApprovals } from "../reviews/approvals";
import { changedParts, changesForAudit, diffDocuments, type FieldChange } from "./diff-documents";
import { getSnapshot } from "./snapshots";

/** A brand as it stands under its lock. */
export interface CurrentVersion {
  version: number;
  snapshot: BrandSnapshot;
  role: Role;
  /** Whether the brand requires two-factor sign-in of its members. */
  twoStepOfMembers: boolean;
  /** How many people must approve what is published next. */
  approvalsRequired: number;
}

/** What is to be published, and what was approved of it; `settings` are a manager's own and need nobody's approval. */
export interface NextVersion {
  snapshot: BrandSnapshot;
  approvals: { given: number; hint?: string } | "settings";
}

export interface VersionCommit {
  brandId: string;
  permission: Permission;
  /** Gives the next snapshot from the current one, in the transaction of its context. */
  next: (tx: Ctx, current: CurrentVersion) => NextVersion | Promise<NextVersion>;
  note: string | null;
  action: "identity.published" | "identity.published_as_scheduled" | "identity.restored" | "brand.renamed";
  restoredFrom?: number;
}

export interface CommittedVersion {
  version: number;
  /** Empty when nothing differed: then no version was made. */
  changes: FieldChange[];
  /** How many tools the new version is sent to. */
  toolsNotified: number;
}

const MAX_NOTE_LENGTH = 500;

/**
 * Makes the next version of a brand: snapshot, `identity_version` + 1, deliveries and audit entry stand or fall together, and what is to be
 * sent is sent soon after. A snapshot that differs in nothing raises nothing.
 *
 * The brand is locked and read once, so that of two publishers the second sees what the first published.
 * @throws as `requirePermission`, ApprovalsMissing, QuotaExceeded when the brand has made as many versions in a day as it may
 */
export async function commitVersion(ctx: Ctx, commit: VersionCommit): Promise<CommittedVersion> {
  const committed = await inTransaction(ctx, (tx) => writeVersion(tx, commit));
  if (committed.toolsNotified > 0) ctx.wakeTick();
  return committed;
}

/** Notes that a version shows these files: versions stay, so nobody need ever look again whether anything does. */
async function keepForEver({ db }: Ctx, brandId: string, snapshot: BrandSnapshot): Promise<void> {
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
  const note = storableText(commit.note?.trim() || null);
  if (note && note.length > MAX_NOTE_LENGTH) throw new BadRequest(`A note has at most ${MAX_NOTE_LENGTH} characters.`);
  const previousVersion = brand.identityVersion;
  const current = await getSnapshot(tx, { brandId, version: previousVersion });
  const { snapshot, approvals } = await commit.next(tx, {
    ...{ version: previousVersion, snapshot: current, role },
    ...{ approvalsRequired: brand.approvalsRequired, twoStepOfMembers: brand.twoStepOfMembers },
  });
  const changes = diffDocuments(current, snapshot);
  if (changes.length === 0) return { version: previousVersion, changes, toolsNotified: 0 };

  if (approvals !== "settings") requireApprovals(brand, approvals);
  await requireQuota(tx, { brandId, adding: { versionsPerDay: 1 } });
  const version = previousVersion + 1;
  const changed = changedParts(changes);
  const row = { brandId, version, snapshot, changed, note, authorId: userId, restoredFrom, createdAt: tx.now };
  await tx.db.insert(brandVersions).values(row);
  await keepForEver(tx, brandId, snapshot);
  const { name, slug } = snapshot.brand;
  await tx.db.update(brands).set({ identityVersion: version, name, slug }).where(eq(brands.id, brandId));
  const update = { brandId, brandSlug: slug, version, previousVersion, changed };
  const toolsNotified = await enqueueIdentityUpdated(tx, update);
  const target = { kind: "version", id: String(version), label: `Version ${version}` };
  await recordAudit(tx, { brandId, action, target, diff: changesForAudit(changes) });
  return { version, changes, toolsNotified };
}
