import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrandDocument, LogoEntry, StoredAsset } from "@/lib/content/document/brand-document";
import type { PaletteEntry, PaletteSeed } from "@/lib/content/document/colors";
import type { StoredDirection, StoredExample, StoredLegal } from "@/lib/content/document/guidelines";
import type { ImageryKind } from "@/lib/contract";
import { ownFile } from "@/lib/platform/private-file";

export const DEMO_BRAND_SLUGS = ["slow-ferry", "torvane", "hullabarn"] as const;

export type DemoFile = { name: string; bytes: Buffer };

type DemoExample = Omit<StoredExample, "asset_id"> & { asset?: string };
type DemoDirection = Omit<StoredDirection, "dos" | "donts"> & { dos: DemoExample[]; donts: DemoExample[] };
type DemoImagery = Record<ImageryKind, DemoDirection>;

/** Contents of `brand.json`. Files are named; font files by their path within npm packages. */
type BrandFile<File> = {
  slug: string;
  name: string;
  identity: BrandDocument["identity"];
  /** Palette ids are names used in this file only; rules have the bundle's form. */
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
  foundations: Record<string, unknown>;
  /** Examples refer to an asset by name because ids are assigned later. */
  imagery: DemoImagery;
  legal: StoredLegal;
  fonts: { family: string; files: File[] }[];
  text_styles: Record<string, unknown>;
};

export type DemoBrand = BrandFile<DemoFile>;

/** Font files come from npm packages instead of second copies here. */
const withFontFiles = async (font: BrandFile<string>["fonts"][number]) => ({
  ...font,
  files: await Promise.all(
    font.files.map(async (name) => ({ name, bytes: await readFile(ownFile(join("node_modules", name))) })),
  ),
});

/**
 * Reads every demo brand with its files' bytes, always in the same order.
 * @throws the file system's error for a missing file
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
