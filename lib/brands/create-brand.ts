import { brandSlugs, brands, brandVersions, files, memberships } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import { type BrandDocument, emptyDocument, type FileRef } from "@/lib/brand-document";
import { compileDocument } from "@/lib/identity/server";
import { type Ctx, requireUser } from "@/lib/kernel/context";
import { BadRequest } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseBrandName, parseSlug } from "./brand-names";

export interface NewBrand {
  name: string;
  slug: string;
  /** What the first version shows; empty when left out. */
  document?: BrandDocument;
  /** For files that must be stored under the brand before it exists. */
  id?: string;
  /** The files that the document names; their bytes lie in the storage under the id already. */
  files?: readonly FileRef[];
}

/**
 * Makes a brand with version 1 published and the acting user as its owner, all in one transaction.
 * @throws BadRequest when the slug is malformed, or taken by another brand now or formerly (`field: "slug"`)
 */
export async function createBrand(ctx: Ctx, input: NewBrand): Promise<{ id: string; slug: string }> {
  const { userId } = requireUser(ctx);
  const id = input.id ?? newId();
  const slug = parseSlug(input.slug);
  const name = parseBrandName(input.name);
  const document = compileDocument(input.document ?? emptyDocument());
  return ctx.db.transaction(async (tx) => {
    const made = await tx
      .insert(brands)
      .values({ id, slug, name, identityVersion: 1, createdAt: ctx.now })
      .onConflictDoNothing({ target: brands.slug })
      .returning({ id: brands.id });
    const registered = made.length
      ? await tx.insert(brandSlugs).values({ slug, brandId: id, createdAt: ctx.now }).onConflictDoNothing().returning()
      : [];
    if (registered.length === 0) throw new BadRequest(`The address “${slug}” is taken.`, { field: "slug" });
    if (input.files?.length) {
      const stored = { brandId: id, uploadedBy: userId, createdAt: ctx.now };
      await tx.insert(files).values(input.files.map((file) => ({ ...file, ...stored })));
    }
    await tx.insert(brandVersions).values({
      brandId: id,
      version: 1,
      snapshot: { ...document, brand: { name, slug } },
      changed: ["brand"],
      note: null,
      authorId: userId,
      createdAt: ctx.now,
    });
    await tx.insert(memberships).values({ brandId: id, userId, role: "owner", createdAt: ctx.now });
    await recordAudit(
      { ...ctx, db: tx },
      { brandId: id, action: "brand.created", target: { kind: "brand", id, label: name } },
    );
    return { id, slug };
  });
}
