import { and, eq, sql } from "drizzle-orm";
import { drafts } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import type { BrandDocument } from "@/lib/content";
import type { Ctx } from "../context";
import { checkLocks, parseDocument, withStoredFiles } from "./check-edit";
import { findDraft, ownDraft } from "./drafts";
import { StaleDraft } from "./errors";
import { documentOf } from "./flatten-document";
import { type Merge, mergeDocuments } from "./merge-documents";
import { getSnapshot } from "./snapshots";
import { tidyDocument } from "./tidy-document";

/**
 * Merges a document edited offline or in another window into the acting user's draft, and wins over it. Without a
 * draft it becomes the draft, even on an old base.
 * @throws Forbidden for viewers, and for locked colours without the permission
 * @throws StaleDraft when the draft was saved at the same moment: try again
 * @throws BadRequest when the document is invalid or names another brand's file
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

/** Conflicts go to the draft unless `choices` decides. */
export async function previewRebase(
  ctx: Ctx,
  { brandId, choices = {} }: { brandId: string; choices?: Record<string, "mine" | "theirs"> },
): Promise<Merge & { version: number; revision: number }> {
  const { brand } = await requirePermission(ctx, brandId, "edit");
  const draft = await findDraft(ctx, { brandId });
  if (!draft) throw new StaleDraft();
  const base = documentOf(await getSnapshot(ctx, { brandId, version: draft.baseVersion }));
  const theirs = documentOf(await getSnapshot(ctx, { brandId, version: brand.identityVersion }));
  const merge = mergeDocuments(base, tidyDocument(draft.document), theirs, choices);
  return { ...merge, version: brand.identityVersion, revision: draft.revision };
}

/**
 * Moves the acting user's draft to the current version.
 * @throws StaleDraft when the draft was saved since `revision`
 * @throws Forbidden when the merge would change locked colours without the permission
 */
export async function rebaseDraft(
  ctx: Ctx,
  input: { brandId: string; revision: number; choices: Record<string, "mine" | "theirs"> },
): Promise<{ revision: number; baseVersion: number }> {
  const { role } = await requirePermission(ctx, input.brandId, "edit");
  const { document, version } = await previewRebase(ctx, input);
  checkLocks(role, await getSnapshot(ctx, { brandId: input.brandId, version }), document);
  const [row] = await ctx.db
    .update(drafts)
    .set({ document, baseVersion: version, revision: input.revision + 1, updatedAt: ctx.now })
    .where(and(ownDraft(ctx, input), eq(drafts.revision, input.revision)))
    .returning();
  if (!row) throw new StaleDraft();
  return { revision: row.revision, baseVersion: row.baseVersion };
}
