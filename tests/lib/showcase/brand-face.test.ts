import { describe, expect, it } from "vitest";
import { contrastRatio } from "@/lib/palette";
import { colorTokens, fontRules } from "@/lib/showcase";
import { fontRef, sampleTypography, typeface } from "@/tests/support/documents";
import { HARD } from "./sitters";

const pairsOf = (tokens: Record<string, string>, theme: 0 | 1) => (name: string) =>
  /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(tokens[`--${name}`] ?? "")?.[theme + 1] ?? "";

describe.each(Object.entries(HARD))("a page in the colours of a brand with %s", (_, { colors }) => {
  it.each([0, 1] as const)("reads in theme %i", (theme) => {
    const of = pairsOf(colorTokens({ source: "manual", seed: null, ...colors }), theme);
    for (const ground of ["canvas", "surface", "sunken"])
      for (const ink of ["ink", "muted", "accent"])
        expect([ground, ink, contrastRatio(of(ground), of(ink)) >= 4.5]).toEqual([ground, ink, true]);
    expect(contrastRatio(of("solid"), of("on-solid"))).toBeGreaterThanOrEqual(4.5);
  });
});

it("takes the colours of the dark set in the dark", () => {
  const [primary] = HARD.dark?.colors.palette ?? [];
  const colors = { source: "manual" as const, seed: null, palette: HARD.dark?.colors.palette ?? [] };
  const dark = { [primary?.id ?? ""]: "#00aaff" };
  expect(pairsOf(colorTokens({ ...colors, dark }), 1)("solid")).toBe("#00aaff");
  expect(pairsOf(colorTokens({ ...colors, dark }), 0)("solid")).toBe("#ffb224");
});

describe("the fonts of a page", () => {
  const urlOf = (sha256: string) => `/files/${sha256}?brand=x&expires=1`;

  it("are loaded under names of the hub's, whatever people called them", () => {
    const font = typeface({
      family: "}body{color:red",
      files: [{ file: fontRef("ee"), weights: [300, 800], style: "italic" }],
    });
    const rules = fontRules(sampleTypography(font), urlOf, "#page");
    expect(rules).toContain(
      `@font-face{font-family:brand-heading;src:url("/files/${"ee".repeat(32)}?brand=x&expires=1")`,
    );
    expect(rules).toContain("font-weight:300 800;font-style:italic");
    expect(rules).toContain("#page{font-family:brand-body,brand-heading,");
    expect(rules).not.toContain("red");
  });

  it("are none without font files", () => {
    expect(fontRules(undefined, urlOf, "#page")).toBe("");
    expect(fontRules(sampleTypography(typeface({ files: [] })), urlOf, "#page")).toBe("");
  });
});
