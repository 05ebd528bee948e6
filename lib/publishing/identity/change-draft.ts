import { drafts } from "@/db/schema";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { changesForAudit, diffDocuments } from "./diff-documents";
import { findDraft, ownDraft } from "./drafts";
import { documentOf } from "./flatten-document";
import { saveDraft } from "./save-draft";
import { getSnapshot } from "./snapshots";
import { tidyDocument } from "./tidy-document";

/**
 * Makes an old version the acting user's draft over the current one, to be reviewed and published like any other.
 * @throws BadRequest while they have a draft, Forbidden and StaleDraft as `saveDraft`
 */
export async function draftVersion(
  ctx: Ctx,
  { brandId, version }: { brandId: string; version: number },
): Promise<void> {
  const { brand } = await requirePermission(ctx, brandId, "edit");
  if (await findDraft(ctx, { brandId })) throw new BadRequest("You have a draft already: publish or discard it first.");
  const document = documentOf(await getSnapshot(ctx, { brandId, version }));
  await saveDraft(ctx, { brandId, baseVersion: brand.identityVersion, revision: null, document });
}

/** Throws the acting user's draft of a brand away; the audit entry says what was in it. True when there was one. */
export async function discardDraft(ctx: Ctx, { brandId }: { brandId: string }): Promise<boolean> {
  await requirePermission(ctx, brandId, "edit");
  return inTransaction(ctx, async (tx) => {
    await lockBrand(tx, brandId, "edit");
    const [draft] = await tx.db.delete(drafts).where(ownDraft(tx, { brandId })).returning();
    if (!draft) return false;
    const base = documentOf(await getSnapshot(tx, { brandId, version: draft.baseVersion }));
    const target = { kind: "draft", id: brandId, label: `Draft over version ${draft.baseVersion}` };
    const diff = changesForAudit(diffDocuments(base, tidyDocument(draft.document)));
    await recordAudit(tx, { brandId, action: "draft.discarded", target, diff });
    return true;
  });
}
