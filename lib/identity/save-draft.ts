import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { drafts } from "@/db/schema";
import type { BrandDocument } from "@/lib/brand-document";
import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";
import { checkLocks, parseDocument, withStoredFiles } from "./check-edit";
import { tidyDocument } from "./compile-document";
import { diffDocuments, type FieldChange } from "./diff-documents";
import { StaleDraft, StaleEdit } from "./errors";
import { documentOf } from "./flatten-document";
import { getSnapshot } from "./snapshots";

export interface DraftSave {
  brandId: string;
  /** The version that the edit started from. */
  baseVersion: number;
  /** The revision that the window holds; null when it knows of no draft. */
  revision: number | null;
  document: BrandDocument;
}

export interface SavedDraft {
  revision: number;
  updatedAt: Date;
  /** What publishing the draft would change against its base. */
  changes: FieldChange[];
  /** The brand's current version; above the draft's base when somebody published meanwhile. */
  version: number;
}

async function write(db: Database, key: { brandId: string; userId: string }, save: DraftSave, now: Date) {
  if (save.revision === null) {
    const values = { ...key, baseVersion: save.baseVersion, document: save.document, revision: 1, updatedAt: now };
    return db.insert(drafts).values(values).onConflictDoNothing().returning();
  }
  return db
    .update(drafts)
    .set({ document: save.document, revision: sql`${drafts.revision} + 1`, updatedAt: now })
    .where(
      and(
        eq(drafts.brandId, key.brandId),
        eq(drafts.userId, key.userId),
        eq(drafts.revision, save.revision),
        eq(drafts.baseVersion, save.baseVersion),
      ),
    )
    .returning();
}

/**
 * Keeps the acting user's edits of a brand as their one draft, without publishing anything.
 * @throws Forbidden for viewers, and for locked colours without the permission
 * @throws StaleEdit when a new draft would start from a version that is no longer current
 * @throws StaleDraft when another window saved meanwhile
 * @throws BadRequest when the document breaks its shape or names a file of another brand
 */
export async function saveDraft(ctx: Ctx, save: DraftSave): Promise<SavedDraft> {
  const { userId, role, brand } = await requirePermission(ctx, save.brandId, "edit");
  const edited = parseDocument(save.document);
  const base = await getSnapshot(ctx.db, save.brandId, save.baseVersion);
  if (save.revision === null && save.baseVersion !== brand.identityVersion) {
    const current = await getSnapshot(ctx.db, save.brandId, brand.identityVersion);
    throw new StaleEdit(brand.identityVersion, diffDocuments(base, current));
  }
  checkLocks(role, base, edited);
  const document = await withStoredFiles(ctx.db, save.brandId, edited);
  const [row] = await write(ctx.db, { brandId: save.brandId, userId }, { ...save, document }, ctx.now);
  if (!row) throw new StaleDraft();
  return {
    revision: row.revision,
    updatedAt: row.updatedAt,
    changes: diffDocuments(documentOf(base), tidyDocument(row.document)),
    version: brand.identityVersion,
  };
}
