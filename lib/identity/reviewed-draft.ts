import { and, eq } from "drizzle-orm";
import { drafts, reviews } from "@/db/schema";
import type { BrandDocument } from "@/lib/brand-document";
import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";
import { diffDocuments, type FieldChange } from "./diff-documents";
import { documentOf, flattenDocument } from "./flatten-document";
import { getSnapshot } from "./snapshots";
import { tidyDocument } from "./tidy-document";

/** A draft that its author has asked others to look at. */
export interface ReviewedDraft {
  revision: number;
  baseVersion: number;
  /** The brand's current version; above the draft's base when somebody published meanwhile. */
  version: number;
  base: BrandDocument;
  document: BrandDocument;
  /** What publishing it would change against its base. */
  changes: FieldChange[];
  /** What people call a field that is not among the changes, by its path; null for one that neither has. */
  labelOf: (path: string) => string | null;
}

/** The draft under review of a brand, which every member may see, or null. @throws NotFound for who is no member */
export async function readReviewedDraft(ctx: Ctx, { brandId }: { brandId: string }): Promise<ReviewedDraft | null> {
  const { brand } = await requirePermission(ctx, brandId, "read");
  const [row] = await ctx.db
    .select({ draft: drafts })
    .from(reviews)
    .innerJoin(drafts, and(eq(drafts.brandId, reviews.brandId), eq(drafts.userId, reviews.authorId)))
    .where(eq(reviews.brandId, brandId));
  if (!row) return null;
  const { revision, baseVersion } = row.draft;
  const base = documentOf(await getSnapshot(ctx, { brandId, version: baseVersion }));
  const document = tidyDocument(row.draft.document);
  const labels = [flattenDocument(document), flattenDocument(base)];
  return {
    ...{ revision, baseVersion, version: brand.identityVersion, base, document },
    changes: diffDocuments(base, document),
    labelOf: (path) => labels.map((leaves) => leaves.get(path)?.label).find(Boolean) ?? null,
  };
}
