import { drafts } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import { type Ctx, inTransaction } from "@/lib/kernel/context";
import { lockBrand, requirePermission } from "@/lib/members/server";
import { changesForAudit, diffDocuments } from "./diff-documents";
import { ownDraft } from "./drafts";
import { documentOf } from "./flatten-document";
import { getSnapshot } from "./snapshots";
import { tidyDocument } from "./tidy-document";

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
