import { inArray } from "drizzle-orm";
import { brandSlugs } from "@/db/schema";
import { compileIconBrand, type IconBrand, insertBrands } from "@/lib/brands/server";
import type { FileRef } from "@/lib/content";
import { storageKey } from "@/lib/content/server";
import { Slots } from "@/lib/contract/slots";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";

/** Enough parallel writes to share the disk's syncs. */
const FILES_AT_ONCE = 32;

type Made = IconBrand & { id: string } & ReturnType<typeof compileIconBrand>;

async function storeFiles({ storage }: Ctx, made: Made[]): Promise<void> {
  const slots = new Slots(FILES_AT_ONCE);
  const files = made.flatMap(({ id, files: bytes }) =>
    [...bytes].map(([sha256, file]) => [storageKey(id, sha256), file] as const),
  );
  await Promise.all(files.map(([key, file]) => slots.use(() => storage.put(key, file, "image/svg+xml"))));
}

const filesOf = ({ document }: Made): FileRef[] => [
  ...new Map(document.logos.items.map(({ file }) => [file.id, file])).values(),
];

/**
 * Imports the brands whose slug is free, all or none, and returns their number. Each gets version 1, its owner and
 * its audit entry, like a brand made on screen.
 */
export async function importBatch(
  ctx: Ctx,
  { ownerId, brands }: { ownerId: string; brands: readonly IconBrand[] },
): Promise<number> {
  const slugs = brands.map(({ slug }) => slug);
  const known = await ctx.db.select({ slug: brandSlugs.slug }).from(brandSlugs).where(inArray(brandSlugs.slug, slugs));
  const there = new Set(known.map(({ slug }) => slug));
  const made: Made[] = brands
    .filter(({ slug }) => !there.has(slug))
    .map((brand) => ({ ...brand, id: newId(), ...compileIconBrand(brand) }));
  if (made.length === 0) return 0;
  await storeFiles(ctx, made);
  const ready = made.map((brand) => ({ ...brand, name: brand.icon.title, files: filesOf(brand) }));
  const note = "Imported from Simple Icons";
  await ctx.db.transaction((tx) => insertBrands({ ...ctx, db: tx }, { ownerId, brands: ready, note }));
  return made.length;
}
