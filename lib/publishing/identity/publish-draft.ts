import { and, eq } from "drizzle-orm";
import { drafts } from "@/db/schema";
import type { BrandSnapshot } from "@/lib/content";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { checkLocks, withStoredFiles } from "./check-edit";
import { type CommittedVersion, type CurrentVersion, commitVersion } from "./commit-version";
import { compileDocument } from "./compile-document";
import { diffDocuments } from "./diff-documents";
import { StaleDraft, StaleEdit } from "./errors";
import { type Draft, ownDraft, takeDraft } from "./save-draft";
import { getSnapshot } from "./snapshots";

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
