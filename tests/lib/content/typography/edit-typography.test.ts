import { describe, expect, it } from "vitest";
import {
  addFontFile,
  addNamedFont,
  assignRole,
  emptyTypography,
  type FontFacts,
  fontFor,
  removeFont,
  removeFontFile,
  setStyle,
  TYPOGRAPHY_LIMITS,
  typographyInWords,
  typographyWarnings,
  whyNotAdd,
  withStartingStyles,
} from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { fontRef, sampleTypography, typeface } from "../../../support/documents";

const facts = (values: Partial<FontFacts> = {}): FontFacts => ({
  family: "Birch",
  weights: [400, 400],
  style: "normal",
  scripts: ["Latn"],
  languages: ["en"],
  fixedWidth: false,
  fallbacks: ["Arial", "sans-serif"],
  metrics: { local: "Arial", size_adjust: 101, ascent_override: 90, descent_override: 20, line_gap_override: 0 },
  licenseUrl: "",
  embeddingForbidden: false,
  ...values,
});
const added = (digits: string, values: Partial<FontFacts> = {}, typography = emptyTypography()) =>
  addFontFile(typography, { id: newId(), file: fontRef(digits), facts: facts(values) });

describe("adding a font file", () => {
  it("creates a typeface for headings and body text if no other has the roles", () => {
    const typography = added("aa");
    expect(fontFor(typography, "heading")).toBe(typography.fonts[0]);
    expect(fontFor(typography, "body")?.family).toBe("Birch");
    const both = added("bb", { family: "Elm" }, typography);
    expect(both.fonts.map(({ family }) => family)).toEqual(["Birch", "Elm"]);
    expect(both.roles).toEqual(typography.roles);
    expect(fontFor(added("cc", { family: "Ash Mono", fixedWidth: true }, both), "mono")?.family).toBe("Ash Mono");
  });

  it("groups files by family, sorted by weight, with combined coverage", () => {
    let typography = added("aa", { weights: [700, 700], metrics: null });
    typography = added(
      "bb",
      { family: "birch", style: "italic", scripts: ["Latn", "Grek"], languages: ["el"] },
      typography,
    );
    typography = added("cc", {}, typography);
    const [font, ...others] = typography.fonts;
    expect(others).toEqual([]);
    expect(font?.files.map(({ weights: [min], style }) => `${min} ${style}`)).toEqual([
      "400 normal",
      "400 italic",
      "700 normal",
    ]);
    expect([font?.scripts, font?.languages]).toEqual([
      ["Latn", "Grek"],
      ["el", "en"],
    ]);
    expect(font?.metrics?.size_adjust).toBe(101);
  });

  it("replaces a file of the same weight and style, or the same content", () => {
    const once = added("aa");
    expect(added("bb", {}, once).fonts[0]?.files.map(({ file }) => file.sha256.slice(0, 2))).toEqual(["bb"]);
    expect(added("aa", { weights: [500, 500] }, once).fonts[0]?.files).toHaveLength(1);
  });

  it("refuses files beyond the limit", () => {
    const fonts = Array.from({ length: TYPOGRAPHY_LIMITS.fonts }, (_, n) => typeface({ family: `F${n}` }));
    const full = { ...emptyTypography(), fonts };
    expect(whyNotAdd(full, facts())).toBe("A brand has at most 12 typefaces.");
    expect(whyNotAdd(full, facts({ family: "F3" }))).toBe(null);
    const files = Array.from({ length: TYPOGRAPHY_LIMITS.files }, () => typeface().files).flat();
    expect(whyNotAdd({ ...emptyTypography(), fonts: [typeface({ family: "Birch", files })] }, facts())).toMatch(
      /^A typeface/,
    );
  });
});

describe("changing typography", () => {
  it("clears what was read with the last file, and the roles of a removed typeface", () => {
    const typography = added("aa");
    const [{ id } = typeface()] = typography.fonts;
    const empty = removeFontFile(typography, id, "aa".repeat(32));
    expect(empty.fonts[0]).toMatchObject({ files: [], scripts: [], languages: [], metrics: null, family: "Birch" });
    expect(removeFont(typography, id)).toEqual(emptyTypography());
  });

  it("moves or clears a role, and styles follow", () => {
    const typography = addNamedFont(withStartingStyles(added("aa")), newId(), "Georgia");
    const [, georgia = typeface()] = typography.fonts;
    expect(fontFor(typography, "body")?.family).toBe("Birch");
    const given = assignRole(typography, "body", georgia.id);
    expect(typographyInWords(given).styles).toContainEqual({
      name: "Body",
      text: "Georgia 400, 16 px, line height 1.5",
    });
    expect(assignRole(given, "body", null).roles).toEqual({ heading: typography.fonts[0]?.id });
    expect(setStyle(typography, "cta", null).styles).not.toHaveProperty("cta");
  });
});

describe("typography warnings", () => {
  const now = new Date("2026-03-14T09:00:00Z");
  const warnings = (values: Parameters<typeof typeface>[0], languages: string[] = []) =>
    typographyWarnings(sampleTypography(typeface(values)), languages, now);

  it("are none if everything is complete", () => {
    expect(warnings({}, ["en-GB", "de"])).toEqual([]);
  });

  it("include a weight in use without an upright file", () => {
    const missing = ["Heading uses weight 700, but Alder Grotesk has no upright file for it."];
    expect(warnings({ files: [{ file: fontRef(), weights: [400, 400], style: "normal" }] })).toEqual(missing);
    expect(warnings({ files: [{ file: fontRef(), weights: [700, 700], style: "italic" }] })).toEqual(missing);
    expect(warnings({ files: [] })).toEqual([]);
  });

  it.each([
    ["2026-03-13", "The licence of Alder Grotesk expired on 2026-03-13."],
    ["2026-03-14", "The licence of Alder Grotesk expires on 2026-03-14."],
    ["2026-05-13", "The licence of Alder Grotesk expires on 2026-05-13."],
  ])("include a licence whose last day is %s", (expires_on, warning) => {
    const license = { ...typeface().license, expires_on };
    expect(warnings({ license })).toEqual([warning]);
  });

  it("ignore licences that expire later or never", () => {
    for (const expires_on of ["2026-05-14", null])
      expect(warnings({ license: { ...typeface().license, expires_on } })).toEqual([]);
  });

  it("include a brand language that a typeface in use can't write", () => {
    expect(warnings({}, ["en", "pl", "ja", "Klingonish, maybe"])).toEqual([
      "Alder Grotesk lacks letters for Polish.",
      "Alder Grotesk lacks letters for Japanese.",
    ]);
    const unused = { ...sampleTypography(), roles: {} };
    expect(typographyWarnings(unused, ["ja"], now)).toEqual([]);
  });
});

describe("typography as text", () => {
  it("has one line per typeface and style, and none if undefined", () => {
    expect(typographyInWords(sampleTypography())).toEqual({
      fonts: [
        {
          name: "Alder Grotesk",
          text: "for headings, body text; weights 300 to 800; Latin; with tnum; licensed to Alder & Ash, for web, until 2027-12-31, https://example.com/licence",
        },
      ],
      styles: [{ name: "Heading", text: "Alder Grotesk 700, 32 px, line height 1.2, letter spacing −0.5 px" }],
    });
    expect(typographyInWords(undefined)).toEqual({ fonts: [], styles: [] });
  });
});
