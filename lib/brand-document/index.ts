import { z } from "zod";
import {
  AssetKind,
  ColorRole,
  ColorSource,
  CompiledIdentity,
  HexColor,
  LogoBackground,
  LogoVariant,
  Slug,
} from "@/lib/contract";
import { FileRef } from "./file-ref";
import { StoredTypography } from "./typography";

export { FileRef } from "./file-ref";
export { languageOf } from "./language-of";
export * from "./typography";

/** How much a brand may hold; the editor's screens say the same figures. */
export const DOCUMENT_LIMITS = {
  label: 200,
  prose: 2000,
  colors: 60,
  logos: 60,
  logoRules: 50,
  assets: 500,
  brandName: 120,
} as const;

const label = z.string().max(DOCUMENT_LIMITS.label);
const prose = z.string().max(DOCUMENT_LIMITS.prose);
const Id = z.uuid();

export const HARMONIES = [
  "analogous",
  "complementary",
  "triadic",
  "split-complementary",
  "tetradic",
  "monochromatic",
] as const;

/** What a palette was generated from, kept so that the same input gives the same palette. */
export const PaletteSeed = z.object({ hex: HexColor, harmony: z.enum(HARMONIES) });
export type PaletteSeed = z.infer<typeof PaletteSeed>;

/** A palette entry as it is stored; `rgb` is derived when it is shown. */
export const PaletteEntry = z.object({
  id: Id,
  name: label.min(1, "A colour needs a name"),
  role: ColorRole,
  hex: HexColor,
  usage: prose,
  locked: z.boolean(),
});
export type PaletteEntry = z.infer<typeof PaletteEntry>;

export const LogoEntry = z.object({
  id: Id,
  variant: LogoVariant,
  label: label.min(1, "A logo needs a label"),
  usage: prose,
  background: LogoBackground,
  clear_space: prose,
  min_width_px: z.int().min(0).max(10_000),
  file: FileRef,
});
export type LogoEntry = z.infer<typeof LogoEntry>;

export const StoredAsset = z.object({
  id: Id,
  kind: AssetKind,
  name: label.min(1, "An asset needs a name"),
  file: FileRef,
});
export type StoredAsset = z.infer<typeof StoredAsset>;

/** Everything an editor can change in a draft. */
export const BrandDocument = z.object({
  identity: CompiledIdentity,
  colors: z.object({
    source: ColorSource,
    seed: PaletteSeed.nullable(),
    palette: z.array(PaletteEntry).max(DOCUMENT_LIMITS.colors),
  }),
  logos: z.object({
    items: z.array(LogoEntry).max(DOCUMENT_LIMITS.logos),
    rules: z.array(prose.min(1)).max(DOCUMENT_LIMITS.logoRules),
  }),
  assets: z.array(StoredAsset).max(DOCUMENT_LIMITS.assets),
  /** Absent while the brand states nothing of it, as in all versions from before it could. */
  typography: StoredTypography.optional(),
});
export type BrandDocument = z.infer<typeof BrandDocument>;

/** A published state: the document with the name and slug that the bundle shows. */
export const BrandSnapshot = BrandDocument.extend({
  brand: z.object({ name: z.string().min(1).max(DOCUMENT_LIMITS.brandName), slug: Slug }),
});
export type BrandSnapshot = z.infer<typeof BrandSnapshot>;

/** A document with nothing in it. */
export const emptyDocument = (): BrandDocument => ({
  identity: { schema: 1, brand: {}, personality: {}, persona: {} },
  colors: { source: "manual", seed: null, palette: [] },
  logos: { items: [], rules: [] },
  assets: [],
});

/** Every stored file that a document names. */
export const filesOf = ({ logos, assets, typography }: BrandDocument): FileRef[] =>
  [...logos.items, ...assets, ...(typography?.fonts ?? []).flatMap(({ files }) => files)].map(({ file }) => file);
