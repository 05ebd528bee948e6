import { and, eq, sql } from "drizzle-orm";
import { drafts } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import type { BrandDocument } from "@/lib/content";
import type { Ctx } from "../context";
import { checkLocks, parseDocument, withStoredFiles } from "./check-edit";
import { findDraft, ownDraft } from "./drafts";
import { StaleDraft } from "./errors";
import { documentOf } from "./flatten-document";
import { mergeDocuments } from "./merge-documents";
import { getSnapshot } from "./snapshots";
import { tidyDocument } from "./tidy-document";

/**
 * Brings a document that was edited apart (in another window, or without a network) into the acting user's draft, so that nothing of
 * either is lost: its changes since `baseVersion` are laid over the draft, field by field, and win where both touched a field.
 * While there is no draft, the document becomes it, on its own base, even when that is no longer current: publishing then asks to merge.
 * @throws Forbidden for viewers, and for locked colours without the permission
 * @throws StaleDraft when the draft was saved at the same moment: try again
 * @throws BadRequest when the document breaks its shape or names a file of another brand
 */
export async function mergeDraft(
  ctx: Ctx,
  input: { brandId: string; baseVersion: number; document: BrandDocument },
): Promise<void> {
  const { brandId, baseVersion } = input;
  const { userId, role } = await requirePermission(ctx, brandId, "edit");
  const base = await getSnapshot(ctx, { brandId, version: baseVersion });
  const document = await withStoredFiles(ctx, { brandId, document: parseDocument(input.document) });
  const draft = await findDraft(ctx, { brandId });
  if (!draft) {
    checkLocks(role, base, document);
    const values = { brandId, userId, baseVersion, document, revision: 1, updatedAt: ctx.now };
    const made = await ctx.db
      .insert(drafts)
      .values(values)
      .onConflictDoNothing()
      .returning({ revision: drafts.revision });
    if (made.length === 0) throw new StaleDraft();
    return;
  }
  const merged = mergeDocuments(documentOf(base), tidyDocument(document), tidyDocument(draft.document)).document;
  checkLocks(role, await getSnapshot(ctx, { brandId, version: draft.baseVersion }), merged);
  const written = await ctx.db
    .update(drafts)
    .set({ document: merged, revision: sql`${drafts.revision} + 1`, updatedAt: ctx.now })
    .where(and(ownDraft(ctx, { brandId }), eq(drafts.revision, draft.revision)))
    .returning({ revision: drafts.revision });
  if (written.length === 0) throw new StaleDraft();
}
