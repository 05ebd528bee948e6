import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { wcagContrast } from "culori";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DEMO_BRAND_SLUGS, type DemoBrand, loadDemoBrands } from "@/db/demo/load-demo-brands";
import { importFoundations, importStated } from "@/lib/brands/server";
import {
  collectionsOf,
  PaletteEntry,
  PaletteSeed,
  publishFoundations,
  ruleFindings,
  StoredAsset,
  StoredImagery,
  StoredLegal,
  StoredLogoRule,
  tidyAsset,
} from "@/lib/content";
import { inspectUpload } from "@/lib/content/server";
import {
  AssetKind,
  COLOR_ROLES,
  ColorSource,
  CompiledIdentity,
  FOUNDATION_GROUPS,
  IDENTITY_LIMITS,
  IMAGERY_KINDS,
  LOGO_VARIANTS,
  LogoBackground,
  LogoVariant,
  Slug,
} from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { fileRef } from "../support/documents";

const MAX_FILE_BYTES = 200_000;
const MAX_BRAND_BYTES = 3_000_000;

/** Magic bytes by file extension. An SVG has none, so its root element counts. */
const MAGIC: Record<string, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex")),
  jpg: (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")),
  webp: (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
  pdf: (bytes) => bytes.toString("latin1", 0, 5) === "%PDF-",
  svg: (bytes) => bytes.toString("utf8").startsWith('<svg xmlns="http://www.w3.org/2000/svg" '),
};

const text = z.string().trim().min(1).max(IDENTITY_LIMITS.stringLength);
const paletteEntry = PaletteEntry.extend({ id: Slug, usage: text });
const logoItem = z.object({
  variant: LogoVariant,
  label: text,
  usage: text,
  background: LogoBackground,
  clear_space: text,
  min_width_px: z.int().positive(),
});

const filesOf = (brand: DemoBrand) => [...brand.logos.items, ...brand.assets].map((entry) => entry.file);
const endingOf = (name: string) => name.slice(name.lastIndexOf(".") + 1);

/** All nested values, including the value itself. */
const leaves = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(leaves)] : [value];

const brands = await loadDemoBrands();

it("loads at least three demo brands with different names, each under its folder's slug", () => {
  expect(brands.map((brand) => brand.slug)).toEqual([...DEMO_BRAND_SLUGS]);
  expect(brands.length).toBeGreaterThanOrEqual(3);
  expect(new Set(brands.map((brand) => brand.name)).size).toBe(brands.length);
  expect(new Set(brands.map((brand) => brand.identity.brand.industry)).size).toBe(brands.length);
  expect(new Set(brands.map((brand) => brand.colors.source)).size).toBe(brands.length);
});

describe.each(brands.map((brand) => ({ slug: brand.slug, brand })))("demo brand $slug", ({ brand }) => {
  const { identity, colors, logos, assets } = brand;
  const ofRole = (role: string) => colors.palette.filter((entry) => entry.role === role);

  it("has a slug that is valid in a URL", () => {
    expect(Slug.parse(brand.slug)).toBe(brand.slug);
    expect(brand.name.trim()).not.toBe("");
  });

  it("has only fields of a compiled identity", () => {
    expect(CompiledIdentity.parse(identity)).toEqual(identity);
  });

  it("stays within the limits of a compiled identity", () => {
    expect(Buffer.byteLength(JSON.stringify(identity))).toBeLessThanOrEqual(IDENTITY_LIMITS.totalBytes);
    for (const value of leaves(identity)) {
      if (typeof value === "string") expect(value.length).toBeLessThanOrEqual(IDENTITY_LIMITS.stringLength);
      if (Array.isArray(value)) expect(value.length).toBeLessThanOrEqual(IDENTITY_LIMITS.listLength);
    }
  });

  it("has foundations and legal texts within their limits, and art direction that refers to existing assets", () => {
    const left: string[] = [];
    const foundations = importFoundations(brand, [], left);
    expect(left).toEqual([]);
    expect(FOUNDATION_GROUPS.filter((group) => !Object.keys(foundations?.[group] ?? {}).length)).toEqual([]);
    expect(publishFoundations(foundations).foundations).toEqual(brand.foundations);
    expect(StoredLegal.parse(brand.legal)).toEqual(brand.legal);
    const names = assets.map(({ name }) => name);
    for (const kind of IMAGERY_KINDS) {
      const { dos, donts, ...direction } = brand.imagery[kind];
      expect(StoredImagery.parse({ [kind]: direction })).toEqual({ [kind]: direction });
      expect(donts.length).toBeGreaterThan(0);
      for (const { asset } of [...dos, ...donts]) if (asset) expect(names).toContain(asset);
    }
  });

  it("has shades, gradients and colour rules that survive import and keep to its palette", () => {
    const left: string[] = [];
    const entryOf = new Map(colors.palette.map((entry) => [entry.id, { ...entry, id: newId() }]));
    const palette = { ...colors, palette: [...entryOf.values()], scales: undefined, gradients: undefined };
    const stated = importStated({ ...brand }, colors, palette, entryOf, { taken: [], left });
    expect(left).toEqual([]);
    const counts = [stated.scales, stated.gradients, stated.rules].map((value) => Object.keys(value ?? {}).length);
    expect(counts).toEqual([colors.scales, colors.gradients, brand.color_rules].map(({ length }) => length));
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(Object.values(stated.scales ?? {}).filter((set) => Object.keys(set).length === 0)).toEqual([]);
    expect(ruleFindings(stated)).toEqual([]);
  });

  it("has logo rules that name its own colours, and that every logo follows", () => {
    const ids = new Map(colors.palette.map(({ id }) => [id, newId()]));
    const ruled = logos.items.flatMap(({ rule }) => rule ?? []);
    expect(ruled.length).toBeGreaterThanOrEqual(3);
    for (const { allowed_backgrounds: grounds, ...rule } of ruled) {
      const known = (grounds?.colors ?? []).map((id) => ids.get(id));
      expect(known).not.toContain(undefined);
      const stored = { ...rule, ...(grounds && { allowed_backgrounds: { ...grounds, colors: known } }) };
      expect(StoredLogoRule.parse(stored)).toEqual(stored);
    }
    for (const { rule, min_width_px: px } of logos.items)
      if (rule?.minimum_size?.px) expect(rule.minimum_size.px).toBe(px);
  });

  it("has none of its banned words in its examples", () => {
    const { examples = [], vocabulary } = identity.persona;
    const spoken = [
      identity.brand.tagline,
      identity.brand.description,
      ...examples.map((example) => example.text),
    ].join("\n");
    for (const word of vocabulary?.banned ?? []) expect(spoken.toLowerCase()).not.toContain(word.toLowerCase());
  });

  it("has nine to twelve colours across all nine roles, two or three of them locked", () => {
    expect(colors.palette.length).toBeGreaterThanOrEqual(9);
    expect(colors.palette.length).toBeLessThanOrEqual(12);
    expect(new Set(colors.palette.map((entry) => entry.role))).toEqual(new Set(COLOR_ROLES));
    const locked = colors.palette.filter((entry) => entry.locked).length;
    expect([2, 3]).toContain(locked);
  });

  it("describes each colour fully and once, in canonical hex", () => {
    for (const entry of colors.palette) expect(paletteEntry.parse(entry)).toEqual(entry);
    expect(ColorSource.parse(colors.source)).toBe(colors.source);
    expect(PaletteSeed.parse(colors.seed)).toEqual(colors.seed);
    for (const key of ["id", "name", "hex"] as const) {
      expect(new Set(colors.palette.map((entry) => entry[key])).size).toBe(colors.palette.length);
    }
  });

  it("reaches 4.5:1 for text and 3:1 for primary and accent on every background", () => {
    for (const background of ofRole("background")) {
      for (const [role, required] of [
        ["text", 4.5],
        ["primary", 3],
        ["accent", 3],
      ] as const) {
        for (const { hex, name } of ofRole(role)) {
          expect(wcagContrast(hex, background.hex), `${name} on ${background.name}`).toBeGreaterThanOrEqual(required);
        }
      }
    }
  });

  it("has all six logo variants, each with usage, clear space and minimum width", () => {
    expect(new Set(logos.items.map((item) => item.variant))).toEqual(new Set(LOGO_VARIANTS));
    for (const { file: _, rule: __, ...item } of logos.items) expect(logoItem.parse(item)).toEqual(item);
    expect(logos.items.find((item) => item.variant === "logo_negative")?.background).toBe("dark");
    expect(logos.items.find((item) => item.variant === "logo_positive")?.background).toBe("light");
  });

  it("has SVG logos, and PNG for at least the favicon and one more", () => {
    for (const variant of ["logo_positive", "logo_negative", "symbol", "wordmark"]) {
      expect(logos.items.filter((item) => item.variant === variant).map((item) => endingOf(item.file.name))).toEqual([
        "svg",
      ]);
    }
    const png = logos.items.filter((item) => endingOf(item.file.name) === "png").map((item) => item.variant);
    expect(png).toContain("favicon");
    expect(png.length).toBeGreaterThanOrEqual(2);
  });

  it("has five to eight logo rules in sentences", () => {
    expect(logos.rules.length).toBeGreaterThanOrEqual(5);
    expect(logos.rules.length).toBeLessThanOrEqual(8);
    for (const rule of logos.rules) expect(rule).toMatch(/^[A-Z].{20,}\.$/);
  });

  it("has at least six assets of at least five kinds, with unique names", () => {
    expect(assets.length).toBeGreaterThanOrEqual(6);
    expect(new Set(assets.map((asset) => AssetKind.parse(asset.kind))).size).toBeGreaterThanOrEqual(5);
    expect(new Set(assets.map((asset) => asset.name)).size).toBe(assets.length);
  });

  it("has collections and tags as they would be published", () => {
    const stored = assets.map((asset) => ({ ...asset, id: newId(), file: fileRef() }));
    expect(collectionsOf(stored).length).toBeGreaterThanOrEqual(2);
    for (const asset of stored) {
      expect(tidyAsset(StoredAsset.parse(asset))).toEqual(asset);
      expect(asset.tags?.length).toBeGreaterThan(0);
    }
  });

  it("has files of the declared types, at most 200 KB each and 3 MB in all", async () => {
    for (const { name, bytes } of filesOf(brand)) {
      expect(MAGIC[endingOf(name)]?.(bytes), name).toBe(true);
      expect(bytes.length, name).toBeLessThan(MAX_FILE_BYTES);
    }
    const folder = join(process.cwd(), "db", "demo", brand.slug);
    const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BRAND_BYTES);
  });

  it("refers to every file of its folder exactly once", async () => {
    const named = filesOf(brand).map((file) => file.name);
    const onDisk = await readdir(join(process.cwd(), "db", "demo", brand.slug));
    expect([...named, "brand.json"].sort()).toEqual(onDisk.sort());
  });

  it("has SVGs without scripts, foreign content, text or external references", () => {
    for (const { name, bytes } of filesOf(brand).filter((file) => endingOf(file.name) === "svg")) {
      const source = bytes.toString("utf8").replace(' xmlns="http://www.w3.org/2000/svg"', "");
      expect(source, name).not.toMatch(/<(?:script|foreignObject|text|image|style|use|a|!|\?)/i);
      expect(source, name).not.toMatch(/\b(?:href|on\w+|style|font-family)\s*=|url\(|https?:|data:|@import/i);
      expect(source, name).toMatch(/ viewBox="0 0 \d+ \d+"/);
      expect(source, name).toMatch(/<title>[^<]{4,}<\/title>/);
    }
  });

  it("passes upload inspection unchanged", { tags: brand === brands[0] ? [] : ["full"] }, async () => {
    for (const { name, bytes } of filesOf(brand)) {
      const inspected = await inspectUpload(bytes);
      expect(inspected.report, name).toEqual([]);
      expect(inspected.mime.split("/")[1]?.replace("svg+xml", "svg").replace("jpeg", "jpg")).toBe(endingOf(name));
      if (endingOf(name) !== "pdf") expect(Math.min(inspected.width ?? 0, inspected.height ?? 0)).toBeGreaterThan(0);
    }
  });
});
