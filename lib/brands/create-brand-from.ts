import {
  type BrandDocument,
  emptyDocument,
  type FileRef,
  generatePalette,
  type PaletteSeed,
  parseHex,
} from "@/lib/content";
import { storageKey } from "@/lib/content/server";
import { BadRequest, HubError, UnsupportedFile } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { runJob } from "@/lib/platform/jobs/job-runner";
import { log } from "@/lib/platform/log";
import { checkSlug } from "./brand-names";
import type { Ctx } from "./context";
import { createBrand } from "./create-brand";
import { compileIconBrand, iconBrands } from "./known/icon-brands";
import { startOfWebsite, type WebsiteChoice } from "./website/website-findings";

export type BrandStart =
  | { kind: "nothing" }
  | { kind: "color"; seed: PaletteSeed }
  | { kind: "logo"; bytes: Buffer; background: "light" | "dark" | "any"; seed: PaletteSeed }
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

async function inspectLogo(ctx: Ctx, bytes: Buffer): Promise<{ file: FileRef; cleaned: Buffer }> {
  const inspected = await runJob(ctx, "inspectUpload", bytes).catch((error) => {
    if (error instanceof UnsupportedFile) throw new BadRequest(error.message, { field: "logo", cause: error });
    throw error;
  });
  const { sha256, mime, width, height } = inspected;
  if (!mime.startsWith("image/")) throw new BadRequest("A logo must be a PNG, JPEG, WebP or SVG.", { field: "logo" });
  const file = { id: newId(), sha256, mime, bytes: inspected.bytes.length, width, height };
  return { file, cleaned: inspected.bytes };
}

async function knownBrand(
  icon: string,
): Promise<{ document: BrandDocument; files: { file: FileRef; bytes: Buffer }[] }> {
  const known = (await iconBrands()).find((one) => one.icon.slug === icon);
  if (!known) throw new BadRequest("Choose a brand from the list.", { field: "known" });
  const { document, files } = compileIconBrand(known);
  const refs = new Map(document.logos.items.map(({ file }) => [file.sha256, file]));
  return {
    document,
    files: [...refs.values()].map((file) => ({ file, bytes: files.get(file.sha256) ?? Buffer.alloc(0) })),
  };
}

function logoEntry(file: FileRef, background: "light" | "dark" | "any"): BrandDocument["logos"]["items"][number] {
  const variant = background === "dark" ? "logo_negative" : "logo_positive";
  const texts = { label: "Logo", usage: "", clear_space: "" };
  return { id: newId(), variant, ...texts, background, min_width_px: 0, file };
}

interface NewFile {
  key: string;
  bytes: Buffer;
  mime: string;
}

/**
 * Stores files first, because a slow store must not hold the lock on the creator's row. Deletes them if the brand is
 * refused. After other failures the brand may exist, so they stay and count towards no quota.
 */
async function withStored<T>({ storage }: Ctx, files: readonly NewFile[], make: () => Promise<T>): Promise<T> {
  for (const { key, bytes, mime } of files) await storage.put(key, bytes, mime);
  try {
    return await make();
  } catch (error) {
    if (error instanceof HubError)
      for (const { key } of files)
        await storage
          .delete(key)
          .catch((err) => log.error({ err, key }, "the logo of a brand that was not made stays stored"));
    throw error;
  }
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
      const stored = files.map(({ file, bytes }) => ({ key: storageKey(id, file.sha256), bytes, mime: file.mime }));
      return withStored(ctx, stored, () =>
        createBrand(ctx, { ...brand, document, files: files.map(({ file }) => file) }),
      );
    }
    case "website": {
      const { document, logo } = startOfWebsite(start.choice);
      if (logo === null) return createBrand(ctx, { ...brand, document });
      const { file, cleaned } = await inspectLogo(ctx, logo);
      document.logos.items = [logoEntry(file, "any")];
      return withStored(ctx, [{ key: storageKey(id, file.sha256), bytes: cleaned, mime: file.mime }], () =>
        createBrand(ctx, { ...brand, document, files: [file] }),
      );
    }
    case "logo": {
      const colors = grown(start.seed, "extracted");
      const { file, cleaned } = await inspectLogo(ctx, start.bytes);
      const logos = { items: [logoEntry(file, start.background)], rules: [] };
      const document = { ...emptyDocument(), colors, logos };
      return withStored(ctx, [{ key: storageKey(id, file.sha256), bytes: cleaned, mime: file.mime }], () =>
        createBrand(ctx, { ...brand, document, files: [file] }),
      );
    }
  }
}
