// SPDX-License-Identifier: MIT
import { z } from "zod";
import { ColorPrint, ColorRule, ColorScale, DarkColor, Gradient } from "./colors.js";
import { Foundations } from "./foundations.js";
import { Imagery, Legal } from "./guidelines.js";
import { CompiledIdentity } from "./identity.js";
import { LogoRule } from "./logo-rules.js";
import { declared, open } from "./open.js";
import { Digest, HexColor, IdentityVersion, Slug, UnixSeconds, Uuid } from "./primitives.js";
import { FontEntry, TextStyles, VersionFont } from "./typography.js";
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

export const BrandSummary = z
  .object({ id: Uuid.meta({ description: "Brand id" }), slug: Slug, name: z.string() })
  .meta({ id: "BrandSummary", description: "The short form of a brand" });

const channel = z.int().min(0).max(255);

const colorEntry = z
  .object({
    id: z.string().meta({ description: "Stays the same for the life of the entry" }),
    name: z.string(),
    role: ColorRole,
    hex: HexColor.meta({ description: "Canonical value of the colour" }),
    rgb: z.object({ r: channel, g: channel, b: channel }).meta({ description: "Derived from hex" }),
    usage: z.string().meta({ description: "Free text" }),
    locked: z.boolean().meta({ description: "Set by an administrator. Regenerating the palette doesn't change it." }),
  })
  .meta({ id: "ColorEntry" });
export const ColorEntry = open(colorEntry);
export type ColorEntry = z.infer<typeof ColorEntry>;

const signedUrl = z.url().meta({ description: "Signed URL, valid for 30 to 31 minutes. Never store or log it." });
const urlExpiresAt = UnixSeconds.meta({ description: "When `url` stops working, in Unix seconds" });

const logoItem = z
  .object({
    id: z.string(),
    variant: LogoVariant.meta({ description: "Use `logo_negative` on dark backgrounds" }),
    label: z.string(),
    usage: z.string().meta({ description: "Free text" }),
    background: LogoBackground.meta({ description: "The background that the logo is made for" }),
    clear_space: z.string().meta({ description: "Clear space as a sentence" }),
    min_width_px: z.int().nonnegative().meta({ description: "Smallest display width in pixels" }),
    asset_id: z.string().meta({ description: "Id of the logo's asset" }),
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
    bytes: z.int().nonnegative().meta({ description: "File size in bytes" }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: "SHA-256 of the file in lower-case hex" }),
    width: z.int().positive().optional().meta({ description: "Pixels, images only" }),
    height: z.int().positive().optional().meta({ description: "Pixels, images only" }),
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
      source: ColorSource.meta({ description: "How the palette was made" }),
      palette: z.array(colorEntry),
      scales: z
        .array(declared(ColorScale))
        .optional()
        .meta({ description: "Tints and shades, for colours that have them" }),
      print: z.array(declared(ColorPrint)).optional().meta({ description: "Print colours, where set" }),
      dark: z.array(declared(DarkColor)).optional().meta({ description: "Colours that change on dark backgrounds" }),
      gradients: z.array(declared(Gradient)).optional(),
    }),
    logos: z.object({
      items: z.array(logoItem),
      rules: z.array(z.string()).meta({ description: "Rules for all logos, as sentences" }),
    }),
    assets: z.array(assetEntry),
    fonts: z.array(declared(FontEntry)).optional().meta({ description: "Typefaces. Absent if the brand has none." }),
    text_styles: declared(TextStyles).optional(),
    color_rules: z
      .array(declared(ColorRule))
      .optional()
      .meta({ description: "Which colours can be used together. Check a pair with `brokenColorRules`." }),
    logo_rules: z
      .array(declared(LogoRule))
      .optional()
      .meta({ description: "Machine-readable rules for single logos. Absent if the brand has none." }),
    foundations: declared(Foundations).optional(),
    imagery: declared(Imagery).optional(),
    legal: declared(Legal).optional(),
  })
  .meta({ id: "BrandBundleSchema", description: "Everything a child tool needs about a brand" });

/** Everything a tool needs about a brand. `unknownsIn` lists values and keys newer than this kit. */
export const BrandBundleSchema = open(bundle);
export type BrandBundle = z.infer<typeof BrandBundleSchema>;

const ofFile = { url: true, url_expires_at: true } as const;

/** Everything published of one version, with files named by their SHA-256. Its canonical JSON never changes. */
export const BrandVersion = open(
  bundle
    .extend({
      logos: z.object({
        items: z.array(
          logoItem
            .omit(ofFile)
            .extend({ sha256: Digest.meta({ description: "SHA-256 of the file in lower-case hex" }) })
            .meta({ id: "VersionLogo" }),
        ),
        rules: z.array(z.string()).meta({ description: "Rules for all logos, as sentences" }),
      }),
      assets: z.array(assetEntry.omit(ofFile).meta({ id: "VersionAsset" })),
      fonts: z
        .array(declared(VersionFont))
        .optional()
        .meta({ description: "Typefaces. Absent if the brand has none." }),
    })
    .meta({
      id: "BrandVersion",
      description: "Everything published of one version, with files named by their SHA-256",
    }),
);
export type BrandVersion = z.infer<typeof BrandVersion>;

export const NotModified = z
  .object({ not_modified: z.literal(true) })
  .meta({ id: "NotModified", description: "`since` is the current version. Keep your copy." });

/** Response of the bundle read: the bundle, or `not_modified` if `since` is current. */
export const BundleResponse = open(z.union([bundle, NotModified]));
export type BundleResponse = z.infer<typeof BundleResponse>;
