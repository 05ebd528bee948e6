import { brandSlugs, brands, brandVersions, files, memberships } from "@/db/schema";
import { recordAudits, requireOwnQuota } from "@/lib/access/server";
import {
  type BrandDocument,
  emptyDocument,
  type FileRef,
  generatePalette,
  type LogoEntry,
  type PaletteSeed,
  parseHex,
} from "@/lib/content";
import { storageKey } from "@/lib/content/server";
import { inTransaction, requireUser } from "@/lib/platform/context";
import { BadRequest, HubError, UnsupportedFile } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { runJob } from "@/lib/platform/jobs/job-pool";
import { log } from "@/lib/platform/log";
import { compileDocument, recordVersion } from "@/lib/publishing/server";
import { checkSlug, parseBrandName, parseSlug } from "./brand-settings";
import type { Ctx } from "./context";
import { compileIconBrand, iconBrands } from "./known/icon-brands";
import { startOfWebsite, type WebsiteChoice } from "./website/website-findings";

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
  const versions = input.brands.map(({ id: brandId, slug, name, document }) => ({
    brandId,
    version: 1,
    snapshot: { ...document, brand: { name, slug } },
  }));
  await db
    .insert(brandVersions)
    .values(versions.map((first) => ({ ...first, changed: ["brand" as const], note, authorId: ownerId, ...at })));
  for (const first of versions) await recordVersion(ctx, { ...first, publishedAt: ctx.now, approvals: null });
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

export type BrandStart =
  | { kind: "nothing" }
  | { kind: "color"; seed: PaletteSeed }
  | { kind: "logo"; bytes: Buffer; background: LogoEntry["background"]; seed: PaletteSeed }
  | { kind: "file"; text: string }
  | { kind: "known"; icon: string }
  | { kind: "website"; choice: WebsiteChoice };

export interface NewBrandFrom {
  name: string;
  slug: string;
  start: BrandStart;
}

function grown(seed: PaletteSeed, source: "generated" | "extracted"): BrandDocument["colors"] {
  const hex = parseHex(seed.hex);
  if (!hex) throw new BadRequest("Write the colour as #rrggbb, such as #0f766e.", { field: "color" });
  const canonical = { ...seed, hex };
  return { source, seed: canonical, palette: generatePalette({ seed: canonical, newId }) };
}

interface NewFile {
  file: FileRef;
  bytes: Buffer;
}

/** Returns the cleaned file. */
async function inspectLogo(ctx: Ctx, bytes: Buffer): Promise<NewFile> {
  const inspected = await runJob(ctx, "inspectUpload", bytes).catch((error) => {
    if (error instanceof UnsupportedFile) throw new BadRequest(error.message, { field: "logo", cause: error });
    throw error;
  });
  const { sha256, mime, width, height } = inspected;
  if (!mime.startsWith("image/")) throw new BadRequest("A logo must be a PNG, JPEG, WebP or SVG.", { field: "logo" });
  const file = { id: newId(), sha256, mime, bytes: inspected.bytes.length, width, height };
  return { file, bytes: inspected.bytes };
}

async function knownBrand(icon: string): Promise<{ document: BrandDocument; files: NewFile[] }> {
  const known = (await iconBrands()).find((one) => one.icon.slug === icon);
  if (!known) throw new BadRequest("Choose a brand from the list.", { field: "known" });
  const { document, files } = compileIconBrand(known);
  const refs = new Map(document.logos.items.map(({ file }) => [file.sha256, file]));
  return {
    document,
    files: [...refs.values()].map((file) => ({ file, bytes: files.get(file.sha256) ?? Buffer.alloc(0) })),
  };
}

function logoEntry(file: FileRef, background: LogoEntry["background"]): LogoEntry {
  const variant = background === "dark" ? "logo_negative" : "logo_positive";
  const texts = { label: "Logo", usage: "", clear_space: "" };
  return { id: newId(), variant, ...texts, background, min_width_px: 0, file };
}

/**
 * Stores files first, because a slow store must not hold the lock on the creator's row. Deletes them if the brand is
 * refused. After other failures the brand may exist, so they stay and count towards no quota.
 */
async function createWithFiles(ctx: Ctx, brand: NewBrand & { id: string }, files: readonly NewFile[]) {
  const keyOf = ({ sha256 }: FileRef) => storageKey(brand.id, sha256);
  for (const { file, bytes } of files) await ctx.storage.put(keyOf(file), bytes, file.mime);
  try {
    return await createBrand(ctx, { ...brand, files: files.map(({ file }) => file) });
  } catch (error) {
    if (error instanceof HubError)
      for (const key of files.map(({ file }) => keyOf(file)))
        await ctx.storage
          .delete(key)
          .catch((err) => log.error({ err, key }, "the logo of a brand that was not made stays stored"));
    throw error;
  }
}

async function createWithLogo(
  ctx: Ctx,
  { document, ...brand }: NewBrand & { id: string; document: BrandDocument },
  { bytes, background }: { bytes: Buffer; background: LogoEntry["background"] },
) {
  const logo = await inspectLogo(ctx, bytes);
  document.logos.items = [logoEntry(logo.file, background)];
  return createWithFiles(ctx, { ...brand, document }, [logo]);
}

/**
 * Creates a brand and publishes version 1 with the acting user as owner.
 * @throws BadRequest with the invalid field (`name`, `slug`, `color`, `logo`, `file`, `known`, `website`); nothing
 * is created then
 */
export async function createBrandFrom(
  ctx: Ctx,
  { name, slug, start }: NewBrandFrom,
): Promise<{ id: string; slug: string }> {
  const checked = await checkSlug(ctx, { slug });
  if (!checked.available) throw new BadRequest(checked.message ?? "This slug is taken.", { field: "slug" });
  const id = newId();
  const brand = { id, name, slug };
  switch (start.kind) {
    case "nothing":
      return createBrand(ctx, brand);
    case "color":
      return createBrand(ctx, { ...brand, document: { ...emptyDocument(), colors: grown(start.seed, "generated") } });
    case "file":
      return createBrand(ctx, { ...brand, document: (await runJob(ctx, "importBrandFile", start.text)).document });
    case "known": {
      const { document, files } = await knownBrand(start.icon);
      return createWithFiles(ctx, { ...brand, document }, files);
    }
    case "website": {
      const { document, logo } = startOfWebsite(start.choice);
      if (logo === null) return createBrand(ctx, { ...brand, document });
      return createWithLogo(ctx, { ...brand, document }, { bytes: logo, background: "any" });
    }
    case "logo": {
      const document = { ...emptyDocument(), colors: grown(start.seed, "extracted") };
      return createWithLogo(ctx, { ...brand, document }, start);
    }
  }
}
