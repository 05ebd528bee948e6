import { may } from "@/lib/access";
import { requirePermission } from "@/lib/access/server";
import type { Ctx } from "../context";
import { findDraft } from "./drafts";
import { type BrandHit, searchDocument } from "./search-document";
import { getSnapshot } from "./snapshots";

const MOST_HITS = 8;

/**
 * Finds things of a brand by what they are called and say: in the acting user's draft where they have one, which is what its pages
 * show them, else in what is published. @throws as `requirePermission`
 */
export async function searchBrand(
  ctx: Ctx,
  { brandId, query }: { brandId: string; query: string },
): Promise<BrandHit[]> {
  const { role, brand } = await requirePermission(ctx, brandId, "read");
  const draft = may(role, "edit") ? await findDraft(ctx, { brandId }) : null;
  const document = draft?.document ?? (await getSnapshot(ctx, { brandId, version: brand.identityVersion }));
  return searchDocument(document, query, MOST_HITS);
}
