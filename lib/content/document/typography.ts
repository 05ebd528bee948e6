import { z } from "zod";
import { FONT_ROLES, FONT_STYLES, FontMetrics, LENGTH_UNITS, TEXT_STYLES } from "@/lib/contract";
import { FileRef } from "./guidelines";
import { FONT_FAMILY, FONT_FAMILY_REFUSED, FONT_FEATURE, FONT_FEATURE_REFUSED, TYPOGRAPHY_LIMITS } from "./words";

const name = z.string().max(TYPOGRAPHY_LIMITS.name);
const text = z.string().max(TYPOGRAPHY_LIMITS.text);

export const FontFamilyName = name.regex(FONT_FAMILY, FONT_FAMILY_REFUSED);

export const FontRole = z.enum(FONT_ROLES);
export const TextStyleName = z.enum(TEXT_STYLES);

const weight = z.int().min(1).max(1000);

export const StoredFontFile = z.object({
  file: FileRef,
  /** Lightest and heaviest, equal for a static file. */
  weights: z.tuple([weight, weight]).refine(([min, max]) => min <= max, "The lightest weight comes first"),
  style: z.enum(FONT_STYLES),
});
export type StoredFontFile = z.infer<typeof StoredFontFile>;

export const StoredFont = z.object({
  id: z.uuid(),
  family: FontFamilyName.min(1, "A typeface needs a family name"),
  files: z.array(StoredFontFile).max(TYPOGRAPHY_LIMITS.files),
  /** Read from the files: ISO 15924 and ISO 639. */
  scripts: z.array(z.string().regex(/^[A-Z][a-z]{3}$/)).max(TYPOGRAPHY_LIMITS.scripts),
  languages: z.array(z.string().regex(/^[a-z]{2,3}$/)).max(TYPOGRAPHY_LIMITS.languages),
  fallbacks: z.array(FontFamilyName).max(TYPOGRAPHY_LIMITS.fallbacks),
  opentype_features: z.array(z.string().regex(FONT_FEATURE, FONT_FEATURE_REFUSED)).max(TYPOGRAPHY_LIMITS.features),
  metrics: FontMetrics.nullable(),
  license: z.object({
    holder: text,
    uses: z.array(name).max(TYPOGRAPHY_LIMITS.uses),
    url: text,
    expires_on: z.iso.date("A date such as 2027-12-31").nullable(),
  }),
});
export type StoredFont = z.infer<typeof StoredFont>;

const dimension = (min: number, max: number) =>
  z.object({ value: z.number().min(min).max(max), unit: z.enum(LENGTH_UNITS) });

/** `font` is a role, so the style follows a change of typeface. */
export const StoredTextStyle = z.object({
  font: FontRole,
  fontSize: dimension(0.1, 1000),
  fontWeight: weight,
  letterSpacing: dimension(-100, 100),
  lineHeight: z.number().min(0.5).max(5),
});
export type StoredTextStyle = z.infer<typeof StoredTextStyle>;

export const StoredTypography = z.object({
  /** Ordered by id, which is the order of creation. */
  fonts: z.array(StoredFont).max(TYPOGRAPHY_LIMITS.fonts),
  roles: z.partialRecord(FontRole, z.uuid()),
  styles: z.partialRecord(TextStyleName, StoredTextStyle),
});
export type StoredTypography = z.infer<typeof StoredTypography>;
