import { z } from "zod";
import { AssetKind, CompiledIdentity, LogoBackground, LogoVariant, Slug } from "@/lib/contract";
import { StoredColors } from "./colors";
import { StoredFoundations } from "./foundations";
import { FileRef, StoredImagery, StoredLegal, StoredLogoRule } from "./guidelines";
import { StoredTypography } from "./typography";
import { DOCUMENT_LIMITS } from "./words";

const label = z.string().max(DOCUMENT_LIMITS.label);
const prose = z.string().max(DOCUMENT_LIMITS.prose);
const Id = z.uuid();

export const LogoEntry = z.object({
  id: Id,
  variant: LogoVariant,
  label: label.min(1, "A logo needs a label"),
  usage: prose,
  background: LogoBackground,
  clear_space: prose,
  min_width_px: z.int().min(0).max(10_000),
  file: FileRef,
  /** Machine-checked. */
  rule: StoredLogoRule.optional(),
});
export type LogoEntry = z.infer<typeof LogoEntry>;

export const StoredAsset = z.object({
  id: Id,
  kind: AssetKind,
  name: label.min(1, "An asset needs a name"),
  file: FileRef,
  /** Not published in bundles. */
  collection: z.string().max(DOCUMENT_LIMITS.collection).optional(),
  tags: z.array(z.string().max(DOCUMENT_LIMITS.assetTag)).max(DOCUMENT_LIMITS.assetTags).optional(),
});
export type StoredAsset = z.infer<typeof StoredAsset>;

export const BrandDocument = z.object({
  identity: CompiledIdentity,
  colors: StoredColors,
  logos: z.object({
    items: z.array(LogoEntry).max(DOCUMENT_LIMITS.logos),
    rules: z.array(prose.min(1)).max(DOCUMENT_LIMITS.logoRules),
  }),
  assets: z.array(StoredAsset).max(DOCUMENT_LIMITS.assets),
  /** Absent while empty, also in older versions. */
  typography: StoredTypography.optional(),
  foundations: StoredFoundations.optional(),
  imagery: StoredImagery.optional(),
  legal: StoredLegal.optional(),
});
export type BrandDocument = z.infer<typeof BrandDocument>;

/** Name and slug are as in the bundle. */
export const BrandSnapshot = BrandDocument.extend({
  brand: z.object({ name: z.string().min(1).max(DOCUMENT_LIMITS.brandName), slug: Slug }),
});
export type BrandSnapshot = z.infer<typeof BrandSnapshot>;

export const emptyDocument = (): BrandDocument => ({
  identity: { schema: 1, brand: {}, personality: {}, persona: {} },
  colors: { source: "manual", seed: null, palette: [] },
  logos: { items: [], rules: [] },
  assets: [],
});
