import { brandSlugs, brands, brandVersions, files, memberships } from "@/db/schema";
import { recordAudits, requireOwnQuota } from "@/lib/access/server";
import { type BrandDocument, emptyDocument, type FileRef } from "@/lib/content";
import { inTransaction, requireUser } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { compileDocument } from "@/lib/publishing/server";
import { parseBrandName, parseSlug } from "./brand-names";
import type { Ctx } from "./context";

interface BrandToInsert {
  id: string;
  slug: string;
  name: string;
  document: BrandDocument;
  /** Already in the storage. */
  files: readonly FileRef[];
}

/**
 * Inserts brands, all or none, each with slug, files, version 1, owner and audit entry. The caller checks
 * permissions and passes a transaction as `ctx.db`.
 * @throws BadRequest (`field: "slug"`) when another brand has or had the slug
 */
export async function insertBrands(
  ctx: Ctx,
  input: { ownerId: string; brands: readonly BrandToInsert[]; note: string | null },
): Promise<void> {
  const { db } = ctx;
  const { ownerId, note } = input;
  const at = { createdAt: ctx.now };
  const made = await db
    .insert(brands)
    .values(input.brands.map(({ id, slug, name }) => ({ id, slug, name, identityVersion: 1, ...at })))
    .onConflictDoNothing({ target: brands.slug })
    .returning({ id: brands.id, slug: brands.slug });
  const registered = made.length
    ? await db
        .insert(brandSlugs)
        .values(made.map(({ id: brandId, slug }) => ({ slug, brandId, ...at })))
        .onConflictDoNothing()
        .returning({ slug: brandSlugs.slug })
    : [];
  const free = new Set(registered.map(({ slug }) => slug));
  const taken = input.brands.find(({ slug }) => !free.has(slug));
  if (taken) throw new BadRequest(`The slug “${taken.slug}” is taken.`, { field: "slug" });

  const stored = input.brands.flatMap((brand) => brand.files.map((file) => ({ ...file, brandId: brand.id })));
  if (stored.length > 0)
    await db.insert(files).values(stored.map((file) => ({ ...file, uploadedBy: ownerId, lookAt: ctx.now, ...at })));
  await db.insert(brandVersions).values(
    input.brands.map(({ id: brandId, slug, name, document }) => ({
      brandId,
      version: 1,
      snapshot: { ...document, brand: { name, slug } },
      changed: ["brand" as const],
      note,
      authorId: ownerId,
      ...at,
    })),
  );
  await db
    .insert(memberships)
    .values(input.brands.map(({ id: brandId }) => ({ brandId, userId: ownerId, role: "owner" as const, ...at })));
  await recordAudits(
    ctx,
    input.brands.map(({ id, name }) => ({
      brandId: id,
      action: "brand.created",
      target: { kind: "brand", id, label: name },
    })),
  );
}

export interface NewBrand {
  name: string;
  slug: string;
  document?: BrandDocument;
  /** Set it to store files under the brand's id beforehand. */
  id?: string;
  /** Already in the storage under `id`. */
  files?: readonly FileRef[];
}

/**
 * Creates a brand and publishes version 1 with the acting user as owner, in one transaction.
 * @throws QuotaExceeded when they have created too many brands
 * @throws BadRequest (`field: "slug"`) when the slug is malformed, or another brand has or had it
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
    await requireOwnQuota(tx, { userId, adding: { brands: 1 } });
    await insertBrands(tx, { ownerId: userId, brands: [brand], note: null });
  });
  return { id: brand.id, slug: brand.slug };
}
