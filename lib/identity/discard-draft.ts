import { and, eq } from "drizzle-orm";
import { drafts } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";
import { changesForAudit } from "./changes-for-audit";
import { tidyDocument } from "./compile-document";
import { diffDocuments } from "./diff-documents";
import { documentOf } from "./flatten-document";
import { getSnapshot } from "./snapshots";

/** Throws the acting user's draft of a brand away; the audit entry says what was in it. True when there was one. */
export async function discardDraft(ctx: Ctx, brandId: string): Promise<boolean> {
  const { userId } = await requirePermission(ctx, brandId, "edit");
  return ctx.db.transaction(async (tx) => {
    const gone = await tx
      .delete(drafts)
      .where(and(eq(drafts.brandId, brandId), eq(drafts.userId, userId)))
      .returning();
    const draft = gone[0];
    if (!draft) return false;
    const base = documentOf(await getSnapshot(tx, brandId, draft.baseVersion));
    const target = { kind: "draft", id: brandId, label: `Draft over version ${draft.baseVersion}` };
    const diff = changesForAudit(diffDocuments(base, tidyDocument(draft.document)));
    await recordAudit({ ...ctx, db: tx }, { brandId, action: "draft.discarded", target, diff });
    return true;
  });
}
