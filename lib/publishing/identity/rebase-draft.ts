import { and, eq } from "drizzle-orm";
import { drafts } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import type { Ctx } from "../context";
import { checkLocks } from "./check-edit";
import { findDraft, ownDraft } from "./drafts";
import { StaleDraft } from "./errors";
import { documentOf } from "./flatten-document";
import { type Merge, mergeDocuments } from "./merge-documents";
import { getSnapshot } from "./snapshots";
import { tidyDocument } from "./tidy-document";

/** How the acting user's draft would stand on the current version; conflicts are decided by `choices`, else for the draft. */
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
 * Brings the acting user's draft onto the current version, field by field, so that it can be published.
 * @throws StaleDraft when the draft was saved elsewhere meanwhile
 * @throws Forbidden when the merge would touch locked colours without the permission
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
