import { inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { auditEntries, brandSlugs, brands, brandVersions, files, memberships } from "@/db/schema";
import type { FileStorage } from "@/lib/assets";
import { storageKey } from "@/lib/assets/server";
import { Slots } from "@/lib/contract";
import { newId } from "@/lib/kernel/ids";
import { compileIconBrand, type IconBrand } from "./icon-brands";

/** Where brands are imported to, and whose they become. */
export interface ImportTarget {
  db: Database;
  storage: FileStorage;
  ownerId: string;
}

/** Writes of files that are under way at once: enough to share the disk's flushes. */
const FILES_AT_ONCE = 32;

type Made = IconBrand & { id: string } & ReturnType<typeof compileIconBrand>;

async function storeFiles(storage: FileStorage, made: Made[]): Promise<void> {
  const slots = new Slots(FILES_AT_ONCE);
  const files = made.flatMap(({ id, files: bytes }) =>
    [...bytes].map(([sha256, file]) => [storageKey(id, sha256), file] as const),
  );
  await Promise.all(files.map(([key, file]) => slots.use(() => storage.put(key, file, "image/svg+xml"))));
}

/**
 * Imports those of the brands whose slug leads to none yet, all of them or none, and says how many that were. Each gets
 * version 1, its owner and its audit entry, as a brand made by hand does.
 */
export async function importBatch(target: ImportTarget, batch: readonly IconBrand[], now: Date): Promise<number> {
  const { db, storage, ownerId } = target;
  const slugs = batch.map(({ slug }) => slug);
  const known = await db.select({ slug: brandSlugs.slug }).from(brandSlugs).where(inArray(brandSlugs.slug, slugs));
  const there = new Set(known.map(({ slug }) => slug));
  const made: Made[] = batch
    .filter(({ slug }) => !there.has(slug))
    .map((brand) => ({ ...brand, id: newId(), ...compileIconBrand(brand) }));
  if (made.length === 0) return 0;
  await storeFiles(storage, made);

  const at = { createdAt: now };
  await db.transaction(async (tx) => {
    await tx
      .insert(brands)
      .values(made.map(({ id, slug, icon }) => ({ id, slug, name: icon.title, identityVersion: 1, ...at })));
    await tx.insert(brandSlugs).values(made.map(({ id: brandId, slug }) => ({ slug, brandId, ...at })));
    await tx.insert(brandVersions).values(
      made.map(({ id: brandId, slug, icon, document }) => ({
        brandId,
        version: 1,
        snapshot: { ...document, brand: { name: icon.title, slug } },
        changed: ["brand" as const],
        note: "Imported from Simple Icons",
        authorId: ownerId,
        ...at,
      })),
    );
    await tx.insert(files).values(
      made.flatMap(({ id: brandId, document }) => {
        const distinct = new Map(document.logos.items.map(({ file }) => [file.id, file]));
        return [...distinct.values()].map((file) => ({ ...file, brandId, uploadedBy: ownerId, ...at }));
      }),
    );
    await tx
      .insert(memberships)
      .values(made.map(({ id: brandId }) => ({ brandId, userId: ownerId, role: "owner" as const, ...at })));
    await tx.insert(auditEntries).values(
      made.map(({ id, icon }) => ({
        id: newId(),
        brandId: id,
        actorKind: "system" as const,
        actorId: "import-brands",
        actorLabel: "Import of brands",
        action: "brand.created",
        targetKind: "brand",
        targetId: id,
        targetLabel: icon.title,
        ...at,
      })),
    );
  });
  return made.length;
}
