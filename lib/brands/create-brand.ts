import { requireOwnRoom } from "@/lib/access/server";
import { type BrandDocument, emptyDocument, type FileRef } from "@/lib/content";
import { inTransaction, requireUser } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { compileDocument } from "@/lib/publishing/server";
import { parseBrandName, parseSlug } from "./brand-names";
import type { Ctx } from "./context";
import { insertBrands } from "./insert-brands";

export interface NewBrand {
  name: string;
  slug: string;
  /** What the first version shows; empty when left out. */
  document?: BrandDocument;
  /** For files that must be stored under the brand before it exists. */
  id?: string;
  /** The files that the document names; their bytes are in the storage under the id already. */
  files?: readonly FileRef[];
}

/**
 * Makes a brand with version 1 published and the acting user as its owner, all in one transaction.
 * @throws QuotaExceeded when they have made as many brands as they may
 * @throws BadRequest when the slug is malformed, or taken by another brand now or formerly (`field: "slug"`)
 */
export async function createBrand(ctx: Ctx, input: NewBrand): Promise<{ id: string; slug: string }> {
  const { userId } = requireUser(ctx);
  const brand = {
    id: input.id ?? newId(),
    slug: parseSlug(input.slug),
    name: parseBrandName(input.name),
    document: compileDocument(input.document ?? emptyDocument()),
    files: input.files ?? [],
  };
  await inTransaction(ctx, async (tx) => {
    await requireOwnRoom(tx, { userId, adding: { brands: 1 } });
    await insertBrands(tx, { ownerId: userId, brands: [brand], note: null });
  });
  return { id: brand.id, slug: brand.slug };
}
