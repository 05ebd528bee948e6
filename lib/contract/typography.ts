// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { UnixSeconds } from "./primitives.js";
import { FONT_ROLES, FONT_STYLES, LENGTH_UNITS, type TEXT_STYLES } from "./words.js";

export type FontRole = (typeof FONT_ROLES)[number];

export type TextStyleName = (typeof TEXT_STYLES)[number];

const weight = z.int().min(1).max(1000);

const fontFile = z
  .object({
    asset_id: z.string().meta({ description: "Id of the font file's asset" }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: "SHA-256 of the file in lower-case hex" }),
    weight: weight.optional().meta({ description: "For a file with one weight" }),
    weight_range: z
      .array(weight)
      .length(2)
      .optional()
      .meta({ description: "Lightest and heaviest weight of a variable font, instead of `weight`" }),
    style: z.enum(FONT_STYLES),
    mime: z.string().meta({ description: "Media type, such as `font/woff2`" }),
    bytes: z.int().nonnegative().meta({ description: "File size in bytes" }),
    url: z.url().meta({ description: "Signed URL for any origin, valid for 30 to 31 minutes. Never store or log it." }),
    url_expires_at: UnixSeconds.meta({ description: "When `url` stops working, in Unix seconds" }),
  })
  .meta({ id: "FontFile", description: "A font file with either `weight` or `weight_range`" });
export const FontFile = open(fontFile);
export type FontFile = z.infer<typeof FontFile>;

/** Adjusts a system font to the brand font's size until it has loaded. Percentages as in CSS. */
export const FontMetrics = z
  .object({
    local: z.string().meta({ description: "The system font, for `src: local(…)`" }),
    size_adjust: z.number().positive().meta({ description: "`size-adjust`, in percent" }),
    ascent_override: z.number().nonnegative().meta({ description: "`ascent-override`, in percent" }),
    descent_override: z.number().nonnegative().meta({ description: "`descent-override`, in percent" }),
    line_gap_override: z.number().nonnegative().meta({ description: "`line-gap-override`, in percent" }),
  })
  .meta({ id: "FontMetrics", description: "`@font-face` descriptors of a fallback while the font loads" });
export type FontMetrics = z.infer<typeof FontMetrics>;

export const FontLicense = z
  .object({
    holder: z.string().meta({ description: "Licence holder" }),
    uses: z.array(z.string()).meta({ description: "Allowed uses, such as `web` or `print`" }),
    url: z.string().meta({ description: "URL of the licence" }),
    expires_on: z.string().meta({ description: "Last day, `YYYY-MM-DD`" }),
  })
  .partial()
  .meta({ id: "FontLicense", description: "Licence of a typeface. Every value is optional." });
export type FontLicense = z.infer<typeof FontLicense>;

const fontEntry = z
  .object({
    id: z.string(),
    family: z.string(),
    roles: z.array(z.enum(FONT_ROLES)).meta({ description: "What the typeface is used for" }),
    files: z.array(fontFile),
    scripts: z
      .array(z.string())
      .meta({ description: "Scripts that the files cover together, by ISO 15924, such as `Latn`" }),
    fallbacks: z.array(z.string()).meta({ description: "Fallback families in order" }),
    opentype_features: z.array(z.string()).meta({ description: "OpenType features to turn on, such as `tnum`" }),
    metrics: FontMetrics.optional(),
    license: FontLicense.optional(),
  })
  .meta({ id: "FontEntry" });
export const FontEntry = open(fontEntry);
export type FontEntry = z.infer<typeof FontEntry>;

/** A typeface of a version. Its files have no signed URLs. */
export const VersionFont = open(
  fontEntry
    .extend({ files: z.array(fontFile.omit({ url: true, url_expires_at: true }).meta({ id: "VersionFontFile" })) })
    .meta({ id: "VersionFont" }),
);

const dimension = z.object({ value: z.number(), unit: z.enum(LENGTH_UNITS) });

const textStyle = z
  .object({
    fontFamily: z.array(z.string()).meta({ description: "The typeface, then its fallbacks" }),
    fontSize: dimension,
    fontWeight: weight,
    letterSpacing: dimension,
    lineHeight: z.number().positive().meta({ description: "Multiple of the font size" }),
  })
  .meta({ id: "TextStyle", description: "The value of a DTCG `typography` token" });
export const TextStyle = open(textStyle);
export type TextStyle = z.infer<typeof TextStyle>;

const textStyles = z
  .object({
    display: textStyle,
    heading: textStyle,
    subheading: textStyle,
    body: textStyle,
    caption: textStyle,
    label: textStyle,
    cta: textStyle,
  })
  .partial()
  .meta({ id: "TextStyles", description: "The brand's text styles. Styles that it doesn't set are absent." });
export const TextStyles = open(textStyles);
export type TextStyles = z.infer<typeof TextStyles>;
