// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { UnixSeconds } from "./primitives.js";
import { FONT_ROLES, FONT_STYLES, LENGTH_UNITS, type TEXT_STYLES } from "./words.js";

export type FontRole = (typeof FONT_ROLES)[number];

export type TextStyleName = (typeof TEXT_STYLES)[number];

const weight = z.int().min(1).max(1000);

/** One file of a typeface: what an `@font-face` rule needs. */
const fontFile = z
  .object({
    asset_id: z.string().meta({ description: "The stored file" }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: "SHA-256 of the file in lower-case hex" }),
    weight: weight.optional().meta({ description: "Of a file with one weight" }),
    weight_range: z
      .array(weight)
      .length(2)
      .optional()
      .meta({ description: "Lightest and heaviest weight of a variable font, in place of `weight`" }),
    style: z.enum(FONT_STYLES),
    mime: z.string().meta({ description: "Media type, such as `font/woff2`" }),
    bytes: z.int().nonnegative().meta({ description: "Size of the file" }),
    url: z
      .url()
      .meta({ description: "Signed URL, readable from any origin; lives 30 to 31 minutes. Never store or log it." }),
    url_expires_at: UnixSeconds.meta({ description: "When `url` stops working, in Unix seconds" }),
  })
  .meta({ id: "FontFile", description: "One file of a typeface: `weight` or `weight_range`, never both" });
export const FontFile = open(fontFile);
export type FontFile = z.infer<typeof FontFile>;

/** How a font that every machine has is set to take the room of the brand's own until that has loaded; percentages as CSS takes them. */
export const FontMetrics = z
  .object({
    local: z.string().meta({ description: "The font that stands in, for `src: local(…)`" }),
    size_adjust: z.number().positive().meta({ description: "`size-adjust`, in percent" }),
    ascent_override: z.number().nonnegative().meta({ description: "`ascent-override`, in percent" }),
    descent_override: z.number().nonnegative().meta({ description: "`descent-override`, in percent" }),
    line_gap_override: z.number().nonnegative().meta({ description: "`line-gap-override`, in percent" }),
  })
  .meta({ id: "FontMetrics", description: "Descriptors of an `@font-face` that stands in while the font loads" });
export type FontMetrics = z.infer<typeof FontMetrics>;

export const FontLicense = z
  .object({
    holder: z.string().meta({ description: "Whom the licence was granted to" }),
    uses: z.array(z.string()).meta({ description: "What it allows, such as `web` or `print`" }),
    url: z.string().meta({ description: "Where it can be read" }),
    expires_on: z.string().meta({ description: "Its last day, `YYYY-MM-DD`" }),
  })
  .partial()
  .meta({ id: "FontLicense", description: "What the brand may do with a typeface; every leaf optional" });
export type FontLicense = z.infer<typeof FontLicense>;

/** A typeface of the brand with its files; without any where people get it elsewhere. */
const fontEntry = z
  .object({
    id: z.string(),
    family: z.string(),
    roles: z.array(z.enum(FONT_ROLES)).meta({ description: "What it is for" }),
    files: z.array(fontFile),
    scripts: z
      .array(z.string())
      .meta({ description: "Scripts that all its files cover together, by ISO 15924: `Latn`" }),
    fallbacks: z.array(z.string()).meta({ description: "Families to name after it, in order" }),
    opentype_features: z.array(z.string()).meta({ description: "Features to turn on, by tag: `tnum`" }),
    metrics: FontMetrics.optional(),
    license: FontLicense.optional(),
  })
  .meta({ id: "FontEntry" });
export const FontEntry = open(fontEntry);
export type FontEntry = z.infer<typeof FontEntry>;

const dimension = z.object({ value: z.number(), unit: z.enum(LENGTH_UNITS) });

/** A text style, as the value of a `typography` token of the Design Tokens Community Group. */
const textStyle = z
  .object({
    fontFamily: z.array(z.string()).meta({ description: "The typeface, then what to fall back to" }),
    fontSize: dimension,
    fontWeight: weight,
    letterSpacing: dimension,
    lineHeight: z.number().positive().meta({ description: "A multiple of the size" }),
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
  .meta({ id: "TextStyles", description: "The brand's text styles; those it does not state are absent" });
export const TextStyles = open(textStyles);
export type TextStyles = z.infer<typeof TextStyles>;
