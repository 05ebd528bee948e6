import { describe, expect, it } from "vitest";
import { type BrandSnapshot, familiesFor, identityOf } from "@/lib/content";
import { BrandBundleSchema } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { assembleBundle } from "@/lib/publishing/bundles/assemble-bundle";
import { compileDocument } from "@/lib/publishing/server";
import * as frozen from "../../../fixtures/kit-1.0.0/index";
import { fontRef, sampleDocument, sampleTypography, typeface } from "../../../support/documents";

const brand = { name: "Alder", slug: "alder" };
const bundleOf = (snapshot: BrandSnapshot) =>
  assembleBundle(newId(), 3, snapshot, ({ sha256 }) => ({
    url: `https://hub.test/files/${sha256}`,
    expiresAtSeconds: 1_773_482_220,
  }));

describe("typography in a bundle", () => {
  it("has signed URLs outside the identity, weights or ranges, and DTCG styles", () => {
    const font = typeface({
      files: [
        { file: fontRef("cd"), weights: [300, 800], style: "normal" },
        { file: fontRef("ce"), weights: [400, 400], style: "italic" },
      ],
    });
    const bundle = bundleOf({ ...compileDocument(sampleDocument({ typography: sampleTypography(font) })), brand });
    const url = (digits: string) => ({
      url: `https://hub.test/files/${digits.repeat(32)}`,
      url_expires_at: 1_773_482_220,
      mime: "font/woff2",
      bytes: 25_000,
    });
    expect(bundle.fonts).toEqual([
      {
        id: font.id,
        family: "Alder Grotesk",
        roles: ["heading", "body"],
        files: [
          {
            asset_id: font.files[0]?.file.id,
            sha256: "cd".repeat(32),
            weight_range: [300, 800],
            style: "normal",
            ...url("cd"),
          },
          { asset_id: font.files[1]?.file.id, sha256: "ce".repeat(32), weight: 400, style: "italic", ...url("ce") },
        ],
        scripts: ["Latn"],
        fallbacks: ["Arial", "sans-serif"],
        opentype_features: ["tnum"],
        metrics: font.metrics,
        license: font.license,
      },
    ]);
    expect(bundle.text_styles).toEqual({
      heading: {
        fontFamily: ["Alder Grotesk", "Arial", "sans-serif"],
        fontSize: { value: 32, unit: "px" },
        fontWeight: 700,
        letterSpacing: { value: -0.5, unit: "px" },
        lineHeight: 1.2,
      },
    });
    expect(JSON.stringify(bundle.identity)).not.toContain("https://hub.test/files");
    expect(BrandBundleSchema.parse(bundle)).toEqual(bundle);
  });

  it("shows a child with kit 1.0.0 only the three names", () => {
    const bundle = bundleOf({ ...compileDocument(sampleDocument({ typography: sampleTypography() })), brand });
    const read = frozen.BrandBundleSchema.parse(JSON.parse(JSON.stringify(bundle)));
    expect(read.identity.brand.typography).toEqual({ heading: "Alder Grotesk", body: "Alder Grotesk" });
    expect(read).not.toHaveProperty("fonts");
  });

  it("doesn't change the bytes of a brand without it", () => {
    const document = sampleDocument();
    expect(JSON.stringify(compileDocument(document))).toBe(JSON.stringify(document));
    expect(identityOf(document)).toBe(document.identity);
    const bundle = JSON.stringify(bundleOf({ ...document, brand }));
    expect(Object.keys(JSON.parse(bundle))).toEqual([
      "brand",
      "identity_version",
      "identity",
      "colors",
      "logos",
      "assets",
    ]);
  });

  it("omits empty licence fields and an empty licence", () => {
    const license = { holder: "", uses: [], url: "", expires_on: null };
    const fonts = [typeface({ license }), typeface({ license: { ...license, holder: "Alder" }, metrics: null })];
    const bundle = bundleOf({ ...sampleDocument({ typography: { fonts, roles: {}, styles: {} } }), brand });
    expect(bundle.fonts?.map(({ license: stated }) => stated)).toEqual([undefined, { holder: "Alder" }]);
    expect(bundle.fonts?.[1]).not.toHaveProperty("metrics");
    expect(bundle).not.toHaveProperty("text_styles");
  });
});

describe("the typeface names of the identity", () => {
  const typography = sampleTypography();
  const withNames = (names: object) => {
    const document = sampleDocument({ typography });
    const named = { ...document.identity.brand, typography: names };
    return identityOf({ ...document, identity: { ...document.identity, brand: named } }).brand.typography;
  };

  it("are derived if nobody wrote them", () => {
    expect(withNames({ body: "Georgia, set tight" })).toEqual({ heading: "Alder Grotesk", body: "Georgia, set tight" });
    expect(withNames({ heading: "", mono: "Courier" })).toEqual({
      heading: "Alder Grotesk",
      body: "Alder Grotesk",
      mono: "Courier",
    });
  });

  it("use a generic family in text styles if no typeface has the role", () => {
    expect(familiesFor(typography, "mono")).toEqual(["monospace"]);
    expect(familiesFor(typography, "body")).toEqual(["Alder Grotesk", "Arial", "sans-serif"]);
  });
});

describe("compiling typography", () => {
  const compiled = (typography: ReturnType<typeof sampleTypography>) =>
    compileDocument(sampleDocument({ typography })).typography;

  it("trims, sorts typefaces by creation and drops roles of removed ones", () => {
    const first = typeface({ family: "  Alder " });
    const second = typeface({ family: "Birch", fallbacks: [" Arial ", "", "Arial"] });
    const result = compiled({ fonts: [second, first], roles: { heading: newId(), body: second.id }, styles: {} });
    expect(result?.fonts.map(({ family, fallbacks }) => [family, fallbacks])).toEqual([
      ["Alder", ["Arial", "sans-serif"]],
      ["Birch", ["Arial"]],
    ]);
    expect(result?.roles).toEqual({ body: second.id });
    expect(compiled(result ?? sampleTypography())).toEqual(result);
  });

  it("publishes none if undefined", () => {
    expect(compileDocument(sampleDocument({ typography: { fonts: [], roles: {}, styles: {} } }))).toEqual(
      sampleDocumentLike(),
    );
  });

  const sampleDocumentLike = () => expect.not.objectContaining({ typography: expect.anything() });

  it.each<[string, Parameters<typeof typeface>[0], string]>([
    ["a family that would end a CSS string", { family: 'A"; } body { x: "' }, "typography.fonts.0.family"],
    ["no family", { family: "  " }, "typography.fonts.0.family"],
    ["a feature tag of another length", { opentype_features: ["tabular"] }, "typography.fonts.0.opentype_features.0"],
    [
      "weights in reverse order",
      { files: [{ file: fontRef(), weights: [800, 300], style: "normal" }] },
      "typography.fonts.0.files.0.weights",
    ],
  ])("refuses %s with its path", (_, values, field) => {
    expect(() => compiled(sampleTypography(typeface(values)))).toThrow(expect.objectContaining({ field }));
  });
});
