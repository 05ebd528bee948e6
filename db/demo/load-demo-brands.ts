import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrandDocument, LogoEntry, StoredAsset } from "@/lib/content/document/brand-document";
import type { PaletteEntry, PaletteSeed } from "@/lib/content/document/colors";
import type { StoredDirection, StoredExample, StoredLegal } from "@/lib/content/document/guidelines";
import type { ImageryKind } from "@/lib/contract";
import { ownFile } from "@/lib/platform/own-files";

/** The demo brands, in the order in which they are shown. */
export const DEMO_BRAND_SLUGS = ["slow-ferry", "torvane", "hullabarn"] as const;

/** A file of a demo brand as it lies on disk; `name` has no folder in it. */
export type DemoFile = { name: string; bytes: Buffer };

type DemoExample = Omit<StoredExample, "asset_id"> & { asset?: string };
type DemoDirection = Omit<StoredDirection, "dos" | "donts"> & { dos: DemoExample[]; donts: DemoExample[] };
type DemoImagery = Record<ImageryKind, DemoDirection>;

/** What `brand.json` holds; files stand in it by name, those of typefaces by their path among the packages. */
type BrandFile<File> = {
  slug: string;
  name: string;
  identity: BrandDocument["identity"];
  /** Ids of the palette are names in this file alone; what is stated of its colours is as a bundle has it. */
  colors: {
    source: BrandDocument["colors"]["source"];
    seed: PaletteSeed;
    palette: PaletteEntry[];
    scales: unknown[];
    gradients: unknown[];
  };
  color_rules: unknown[];
  logos: { items: (Omit<LogoEntry, "id" | "file"> & { file: File })[]; rules: string[] };
  assets: (Omit<StoredAsset, "id" | "file"> & { file: File })[];
  /** As a bundle has them. */
  foundations: Record<string, unknown>;
  /** Examples name an asset by its name, since ids are given later. */
  imagery: DemoImagery;
  legal: StoredLegal;
  /** As a bundle has them, but for the files. */
  fonts: { family: string; files: File[] }[];
  text_styles: Record<string, unknown>;
};

/** An invented brand, complete but for the ids that the hub gives. */
export type DemoBrand = BrandFile<DemoFile>;

/** Typefaces are not kept twice: they come with the packages that they are published in. */
const withFontFiles = async (font: BrandFile<string>["fonts"][number]) => ({
  ...font,
  files: await Promise.all(
    font.files.map(async (name) => ({ name, bytes: await readFile(ownFile(join("node_modules", name))) })),
  ),
});

/**
 * Reads every demo brand with the bytes of its files, always in the same order. The files are the hub's
 * own, and `tests/db/demo-brands.test.ts` holds them to the contract; a missing one throws the file system's error.
 */
export async function loadDemoBrands(): Promise<DemoBrand[]> {
  return Promise.all(DEMO_BRAND_SLUGS.map(loadDemoBrand));
}

async function loadDemoBrand(slug: string): Promise<DemoBrand> {
  const folder = ownFile(join("db", "demo", slug));
  const brand = JSON.parse(await readFile(join(folder, "brand.json"), "utf8")) as BrandFile<string>;
  const withBytes = async <T extends { file: string }>(entry: T) => ({
    ...entry,
    file: { name: entry.file, bytes: await readFile(join(folder, entry.file)) },
  });
  const items = await Promise.all(brand.logos.items.map(withBytes));
  const assets = await Promise.all(brand.assets.map(withBytes));
  const fonts = await Promise.all(brand.fonts.map(withFontFiles));
  return { ...brand, logos: { ...brand.logos, items }, assets, fonts };
}
