import { describe, expect, it } from "vitest";
import { importBrandFile } from "@/lib/brands/server";
import { type BrandDocument, type StoredFoundations, withStartingTokens } from "@/lib/content";
import { BrandBundleSchema, declared, FOUNDATION_GROUPS, unknownsIn } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { assembleBundle } from "@/lib/publishing/bundles/assemble-bundle";
import { compileDocument, diffDocuments, mergeDocuments } from "@/lib/publishing/server";
import { sampleDocument } from "../../../support/documents";

const all = FOUNDATION_GROUPS.reduce<StoredFoundations>(withStartingTokens, {});
const px = (value: number) => ({ value, unit: "px" as const });
const base = sampleDocument({ foundations: { spacing: { sm: px(8), md: px(16) } } });
const withSpacing = (spacing: StoredFoundations["spacing"]): BrandDocument => ({ ...base, foundations: { spacing } });
const bundleOf = (document: BrandDocument) =>
  assembleBundle(newId(), 3, { ...document, brand: { name: "Alder", slug: "alder" } }, () => ({
    url: "https://hub.test/files/x",
    expiresAtSeconds: 1,
  }));

describe("foundations in a bundle", () => {
  it("are DTCG tokens sorted by size, as the contract declares them", () => {
    const bundle = bundleOf(sampleDocument({ foundations: all }));
    expect(declared(BrandBundleSchema).parse(bundle)).toEqual(bundle);
    expect(Object.keys(bundle.foundations?.spacing ?? {})).toEqual(["xs", "sm", "md", "lg", "xl", "2xl"]);
    expect(bundle.foundations?.border?.hairline).toEqual({
      $type: "border",
      $value: {
        color: { colorSpace: "srgb", components: [0.8314, 0.8314, 0.8471], alpha: 1, hex: "#d4d4d8" },
        width: px(1),
        style: "solid",
      },
    });
    expect(bundle.foundations?.easing?.standard).toEqual({ $type: "cubicBezier", $value: [0.2, 0, 0, 1] });
  });

  it("are absent if the brand defines none", () => {
    expect(bundleOf(sampleDocument())).not.toHaveProperty("foundations");
    const none = sampleDocument();
    expect(compileDocument({ ...none, foundations: { spacing: {} } })).toEqual(compileDocument(none));
  });

  it("can be read by a child that doesn't know a later kind of border", () => {
    const bundle = structuredClone(bundleOf(sampleDocument({ foundations: all })));
    const value = bundle.foundations?.border?.hairline?.$value as { style: string };
    value.style = "groove";
    expect(BrandBundleSchema.parse(bundle).foundations?.border?.hairline?.$value.style).toBe("groove");
    expect(unknownsIn(bundle, BrandBundleSchema)).toEqual([
      { path: "/foundations/border/hairline/$value/style", value: "groove" },
    ]);
  });
});

describe("foundations in drafts and versions", () => {
  it("compares each token separately as part of the identity", () => {
    const after = withSpacing({ md: px(20), lg: px(24) });
    expect(diffDocuments(base, after).map(({ label, part, path }) => [label, part, path])).toEqual([
      ["Spacing · md", "identity", "foundations.spacing.md"],
      ["Spacing · lg", "identity", "foundations.spacing.lg"],
      ["Spacing · sm", "identity", "foundations.spacing.sm"],
    ]);
  });

  it("merges both sides, asks about conflicts, and removes an empty section", () => {
    const none = sampleDocument();
    const [mine, theirs] = [
      { ...none, foundations: { spacing: { sm: px(8) } } },
      { ...none, foundations: { radius: { md: px(4) } } },
    ];
    const merged = mergeDocuments(none, mine, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(compileDocument(merged.document).foundations).toEqual({ spacing: { sm: px(8) }, radius: { md: px(4) } });
    const both = mergeDocuments(base, withSpacing({ sm: px(9), md: px(16) }), withSpacing({ sm: px(7), md: px(16) }));
    expect(both.conflicts.map(({ label }) => label)).toEqual(["Spacing · sm"]);
    expect(compileDocument(mergeDocuments(base, none, base).document).foundations).toBeUndefined();
  });

  it("refuses values beyond the limits, with their path", () => {
    const refused = (foundations: unknown) => () =>
      compileDocument(sampleDocument({ foundations } as Partial<BrandDocument>));
    expect(refused({ spacing: { sm: px(-1) } })).toThrow(BadRequest);
    expect(refused({ spacing: { "a.b": px(1) } })).toThrow(BadRequest);
    expect(refused({ easing: { odd: [2, 0, 0, 1] } })).toThrow(BadRequest);
    expect(refused({ duration: { long: { value: 61, unit: "s" } } })).toThrow(BadRequest);
    expect(refused({ shadow: { none: [] } })).toThrow(BadRequest);
  });
});

describe("foundations in an imported brand file", () => {
  it("are copied from a bundle unchanged", () => {
    const { document, taken, left } = importBrandFile(JSON.stringify(bundleOf(sampleDocument({ foundations: all }))));
    expect(document.foundations).toEqual(all);
    expect(taken).toContain("25 tokens of the foundations.");
    expect(left).toEqual([]);
  });

  it("skips invalid tokens and counts them", () => {
    const foundations = {
      spacing: { sm: { $value: px(8) }, "a.b": { $value: px(1) }, far: { $value: px(1e9) }, bare: 7 },
      shadow: { low: { $value: "0 1px 2px" } },
      unheard: { of: {} },
    };
    const { document, left } = importBrandFile(JSON.stringify({ identity: {}, foundations }));
    expect(document.foundations).toEqual({ spacing: { sm: px(8) } });
    expect(left).toEqual(["4 tokens of the foundations: invalid or too many."]);
  });
});
