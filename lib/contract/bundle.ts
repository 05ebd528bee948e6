// SPDX-License-Identifier: MIT
import { z } from "zod";
import { ColorPrint, ColorRule, ColorScale, DarkColor, Gradient } from "./colors.js";
import { Foundations } from "./foundations.js";
import { Imagery, Legal } from "./guidelines.js";
import { CompiledIdentity } from "./identity.js";
import { LogoRule } from "./logo-rules.js";
import { declared, open } from "./open.js";
import { HexColor, IdentityVersion, Slug, UnixSeconds, Uuid } from "./primitives.js";
import { FontEntry, TextStyles } from "./typography.js";
import { ASSET_KINDS, COLOR_ROLES, COLOR_SOURCES, LOGO_BACKGROUNDS, LOGO_VARIANTS } from "./words.js";

export const ColorRole = z.enum(COLOR_ROLES);
export type ColorRole = z.infer<typeof ColorRole>;

export const ColorSource = z.enum(COLOR_SOURCES);
export type ColorSource = z.infer<typeof ColorSource>;

export const LogoVariant = z.enum(LOGO_VARIANTS);
export type LogoVariant = z.infer<typeof LogoVariant>;

export const LogoBackground = z.enum(LOGO_BACKGROUNDS);
export type LogoBackground = z.infer<typeof LogoBackground>;

export const AssetKind = z.enum(ASSET_KINDS);
export type AssetKind = z.infer<typeof AssetKind>;

/** The short form of a brand. */
export const BrandSummary = z
  .object({ id: Uuid.meta({ description: "Brand id" }), slug: Slug, name: z.string() })
  .meta({ id: "BrandSummary", description: "The short form of a brand" });

const channel = z.int().min(0).max(255);

const colorEntry = z
  .object({
    id: z.string().meta({ description: "Stable for the life of the entry" }),
    name: z.string(),
    role: ColorRole,
    hex: HexColor.meta({ description: "Canonical; the source of truth for the colour" }),
    rgb: z.object({ r: channel, g: channel, b: channel }).meta({ description: "Derived from hex" }),
    usage: z.string().meta({ description: "Free text" }),
    locked: z.boolean().meta({ description: "An administrator's override: never changed by regeneration" }),
  })
  .meta({ id: "ColorEntry" });
export const ColorEntry = open(colorEntry);
export type ColorEntry = z.infer<typeof ColorEntry>;

const signedUrl = z.url().meta({ description: "Signed URL; lives 30 to 31 minutes. Never store or log it." });
const urlExpiresAt = UnixSeconds.meta({ description: "When `url` stops working, in Unix seconds" });

const logoItem = z
  .object({
    id: z.string(),
    variant: LogoVariant.meta({ description: "Use `logo_negative` on dark surfaces" }),
    label: z.string(),
    usage: z.string().meta({ description: "Free text" }),
    background: LogoBackground.meta({ description: "The surface behind the logo" }),
    clear_space: z.string().meta({ description: "Rule in words" }),
    min_width_px: z.int().nonnegative().meta({ description: "Smallest display width in pixels" }),
    asset_id: z.string().meta({ description: "The asset behind the logo" }),
    url: signedUrl,
    url_expires_at: urlExpiresAt,
    mime: z.string().meta({ description: "Media type of the asset" }),
  })
  .meta({ id: "LogoItem" });
export const LogoItem = open(logoItem);
export type LogoItem = z.infer<typeof LogoItem>;

const assetEntry = z
  .object({
    id: z.string(),
    kind: AssetKind,
    name: z.string(),
    url: signedUrl,
    url_expires_at: urlExpiresAt,
    mime: z.string().meta({ description: "Media type" }),
    bytes: z.int().nonnegative().meta({ description: "Size of the file" }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: "SHA-256 of the file in lower-case hex" }),
    width: z.int().positive().optional().meta({ description: "Pixels; pictures only" }),
    height: z.int().positive().optional().meta({ description: "Pixels; pictures only" }),
  })
  .meta({ id: "AssetEntry" });
export const AssetEntry = open(assetEntry);
export type AssetEntry = z.infer<typeof AssetEntry>;

const bundle = z
  .object({
    brand: BrandSummary,
    identity_version: IdentityVersion,
    identity: CompiledIdentity,
    colors: z.object({
      source: ColorSource.meta({ description: "How the palette came about" }),
      palette: z.array(colorEntry),
      scales: z
        .array(declared(ColorScale))
        .optional()
        .meta({ description: "Tints and shades, of the colours that have them" }),
      print: z
        .array(declared(ColorPrint))
        .optional()
        .meta({ description: "Colours in print, of those it is stated for" }),
      dark: z
        .array(declared(DarkColor))
        .optional()
        .meta({ description: "Colours on dark surfaces, of those that change there" }),
      gradients: z.array(declared(Gradient)).optional(),
    }),
    logos: z.object({
      items: z.array(logoItem),
      rules: z.array(z.string()).meta({ description: "Rules for all logos, in words" }),
    }),
    assets: z.array(assetEntry),
    fonts: z
      .array(declared(FontEntry))
      .optional()
      .meta({ description: "Typefaces; absent while the brand states none" }),
    text_styles: declared(TextStyles).optional(),
    color_rules: z
      .array(declared(ColorRule))
      .optional()
      .meta({ description: "What colours of the palette may stand on; `brokenColorRules` asks them" }),
    logo_rules: z
      .array(declared(LogoRule))
      .optional()
      .meta({ description: "Rules of single logos that can be checked; absent while the brand states none" }),
    foundations: declared(Foundations).optional(),
    imagery: declared(Imagery).optional(),
    legal: declared(Legal).optional(),
  })
  .meta({ id: "BrandBundleSchema", description: "Everything a child tool needs of a brand" });

/**
 * Everything a child needs of a brand. A key that is not optional is always there. A kind, role or key that came after this kit is taken and kept;
 * `unknownsIn` lists it.
 */
export const BrandBundleSchema = open(bundle);
export type BrandBundle = z.infer<typeof BrandBundleSchema>;

export const NotModified = z
  .object({ not_modified: z.literal(true) })
  .meta({ id: "NotModified", description: "`since` equals the current version: keep what you have" });

/** The answer of the bundle read: the bundle, or word that `since` is current. */
export const BundleResponse = open(z.union([bundle, NotModified]));
export type BundleResponse = z.infer<typeof BundleResponse>;
