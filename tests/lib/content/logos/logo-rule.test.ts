import { describe, expect, it } from "vitest";
import {
  type BrandDocument,
  changeRule,
  type LogoEntry,
  logoRuleText,
  logoRuleWarnings,
  type StoredLogoRule,
} from "@/lib/content";
import { BrandBundleSchema, declared } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { assembleBundle } from "@/lib/publishing/bundles/assemble-bundle";
import { compileDocument, diffDocuments, mergeDocuments } from "@/lib/publishing/server";
import { fileRef, paletteEntry, sampleDocument } from "../../../support/documents";

const ink = paletteEntry({ name: "Ink", hex: "#101010", role: "text" });
const chalk = paletteEntry({ name: "Chalk", hex: "#fafafa", role: "background" });
const logo = (values: Partial<LogoEntry> = {}): LogoEntry => ({
  id: newId(),
  variant: "logo_positive",
  label: "Main",
  usage: "",
  background: "light",
  clear_space: "a quarter of the logo’s height",
  min_width_px: 96,
  file: fileRef(),
  ...values,
});
const rule: StoredLogoRule = {
  minimum_size: { px: 96, mm: 20 },
  clear_space: { share: 0.25, of: "logo_height" },
  allowed_backgrounds: { surfaces: ["light"], colors: [chalk.id] },
};
const ruled = logo({ rule });
const withLogos = (...items: LogoEntry[]): BrandDocument =>
  sampleDocument({
    colors: { source: "manual", seed: null, palette: [ink, chalk] },
    logos: { items, rules: [] },
  });
const base = withLogos(ruled);
const bundleOf = (document: BrandDocument) =>
  assembleBundle(newId(), 3, { ...document, brand: { name: "Alder", slug: "alder" } }, () => ({
    url: "https://hub.test/files/x",
    expiresAtSeconds: 1,
  }));

describe("a logo's rule in a bundle", () => {
  it("is published next to the unchanged logos and absent if undefined", () => {
    const bundle = bundleOf(compileDocument(base));
    expect(bundle.logo_rules).toEqual([{ logo_id: ruled.id, ...rule }]);
    expect(bundle.logos.items[0]).not.toHaveProperty("rule");
    expect(declared(BrandBundleSchema).parse(bundle)).toEqual(bundle);
    expect(bundleOf(compileDocument(withLogos(logo())))).not.toHaveProperty("logo_rules");
    expect(compileDocument(withLogos(logo({ rule: {} }))).logos.items[0]).not.toHaveProperty("rule");
  });

  it("is removed with its logo and drops removed colours", () => {
    expect(bundleOf(compileDocument(withLogos()))).not.toHaveProperty("logo_rules");
    const without = (kept: StoredLogoRule) =>
      compileDocument({ ...withLogos(logo({ rule: kept })), colors: { ...base.colors, palette: [ink] } }).logos.items[0]
        ?.rule;
    expect(without(rule)?.allowed_backgrounds).toEqual({ surfaces: ["light"] });
    expect(without({ allowed_backgrounds: { colors: [chalk.id] } })).toBeUndefined();
  });

  it("is refused for invalid sizes", () => {
    const refused = (odd: StoredLogoRule) => () => compileDocument(withLogos(logo({ rule: odd })));
    expect(refused({ minimum_size: { px: 0 } })).toThrow(BadRequest);
    expect(refused({ clear_space: { share: 9, of: "logo_height" } })).toThrow(BadRequest);
    expect(refused({ allowed_backgrounds: { surfaces: ["wood" as "any"] } })).toThrow(BadRequest);
  });
});

describe("comparing and merging logo rules", () => {
  it("compares a logo and its rule separately", () => {
    const { rule: _, ...bare } = ruled;
    expect(diffDocuments(base, withLogos({ ...bare, label: "Main" })).map(({ label, part }) => [label, part])).toEqual([
      ["Logo rule · Main", "logos"],
    ]);
    expect(diffDocuments(base, withLogos({ ...ruled, usage: "Everywhere" })).map(({ label }) => label)).toEqual([
      "Logo · Main",
    ]);
  });

  it("merges changes of a logo and its rule, and drops the rule of a removed logo", () => {
    const mine = withLogos({ ...ruled, usage: "Everywhere" });
    const theirs = withLogos({ ...ruled, rule: { minimum_size: { px: 120 } } });
    const { document, conflicts } = mergeDocuments(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(document.logos.items).toEqual([{ ...ruled, usage: "Everywhere", rule: { minimum_size: { px: 120 } } }]);
    expect(mergeDocuments(base, withLogos(), base).document.logos.items).toEqual([]);
    const added = mergeDocuments(withLogos(), base, withLogos()).document;
    expect(added.logos.items).toEqual([ruled]);
  });
});

describe("editing and describing a rule", () => {
  it("drops empty fields", () => {
    expect(changeRule(undefined, { minimum_size: {} })).toBeUndefined();
    expect(
      changeRule(rule, { clear_space: undefined, minimum_size: {}, allowed_backgrounds: undefined }),
    ).toBeUndefined();
    expect(changeRule(rule, { clear_space: undefined })).not.toHaveProperty("clear_space");
  });

  it("is formatted as one line", () => {
    expect(logoRuleText(rule, () => "Chalk")).toBe(
      "at least 96 px and 20 mm wide; clear space of 25 % of its height; only on light backgrounds, Chalk",
    );
  });

  it("reports each contradiction and nothing else", () => {
    const palette = [ink, chalk];
    expect(logoRuleWarnings(ruled, palette)).toEqual([]);
    expect(logoRuleWarnings(logo(), palette)).toEqual([]);
    const odd = logo({
      min_width_px: 120,
      rule: {
        minimum_size: { px: 96 },
        clear_space: { share: 0.5, of: "logo_height" },
        allowed_backgrounds: { surfaces: ["dark"], colors: [ink.id, newId()] },
      },
    });
    expect(logoRuleWarnings(odd, palette)).toEqual([
      "Its minimum width is 120 px, but its rule says 96 px.",
      "Its text asks for clear space of 25 % of its height, its rule for 50 %.",
      "It is made for light backgrounds, but its rule allows dark ones.",
      "It is made for light backgrounds, but its rule allows Ink, which is dark.",
      "It is made for light backgrounds, but its rule allows no light one.",
      "Its rule allows a colour that was removed from the palette.",
    ]);
    const negative = logo({ background: "dark", rule: { allowed_backgrounds: { colors: [chalk.id] } } });
    expect(logoRuleWarnings(negative, palette)).toEqual([
      "It is made for dark backgrounds, but its rule allows Chalk, which is light.",
      "It is made for dark backgrounds, but its rule allows no dark one.",
    ]);
    const anywhere = logo({ background: "any", rule: { allowed_backgrounds: { surfaces: ["dark"] } } });
    expect(logoRuleWarnings(anywhere, palette)).toEqual([]);
  });
});
