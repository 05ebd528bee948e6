import { describe, expect, it } from "vitest";
import { contrastRatio, emptyDocument } from "@/lib/content";
import { lookRules } from "@/lib/rendering";
import { colorTokens, fontRules } from "@/lib/rendering/showcase/themes";
import { fontRef, sampleTypography, typeface } from "@/tests/support/documents";
import { HARD } from "./sitters";

const pairsOf = (tokens: Record<string, string>, theme: 0 | 1) => (name: string) =>
  /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(tokens[`--${name}`] ?? "")?.[theme + 1] ?? "";

describe.each(Object.entries(HARD))("a page in the colours of a brand with %s", (_, { colors }) => {
  it.each([0, 1] as const)("is readable in theme %i", (theme) => {
    const of = pairsOf(colorTokens({ source: "manual", seed: null, ...colors }), theme);
    for (const ground of ["canvas", "surface", "sunken"])
      for (const ink of ["ink", "muted", "accent"])
        expect([ground, ink, contrastRatio(of(ground), of(ink)) >= 4.5]).toEqual([ground, ink, true]);
    for (const ground of ["solid", "block-0", "block-1", "block-2", "block-3"])
      expect([ground, contrastRatio(of(ground), of(`on-${ground}`)) >= 4.5]).toEqual([ground, true]);
  });
});

it("uses the dark set in the dark theme", () => {
  const [primary] = HARD.dark?.colors.palette ?? [];
  const colors = { source: "manual" as const, seed: null, palette: HARD.dark?.colors.palette ?? [] };
  const dark = { [primary?.id ?? ""]: "#00aaff" };
  expect(pairsOf(colorTokens({ ...colors, dark }), 1)("solid")).toBe("#00aaff");
  expect(pairsOf(colorTokens({ ...colors, dark }), 0)("solid")).toBe("#ffb224");
});

it("has rules for its parts, and names no font file without a URL", () => {
  const { colors } = emptyDocument();
  const typography = sampleTypography();
  const rules = lookRules({ colors, typography }, () => null, "page");
  expect(rules).toMatch(/^\.brand-look\{--block-0:light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\);/);
  expect(rules).toContain(".brand-type{font-family:brand-heading,");
  expect(rules).not.toContain("src:url");
  expect(lookRules({ colors, typography }, () => "/files/x", "page")).toContain('src:url("/files/x")');
  expect(lookRules({ colors }, () => null, "page")).not.toContain("brand-type");
});

describe("the fonts of a page", () => {
  const METRICS = { local: "", size_adjust: 100, ascent_override: 90, descent_override: 20, line_gap_override: 0 };
  const urlOf = (sha256: string) => `/files/${sha256}?brand=x&expires=1`;

  it("have the hub's family names, whatever people called them", () => {
    const font = typeface({
      family: "}body{color:red",
      files: [{ file: fontRef("ee"), weights: [300, 800], style: "italic" }],
    });
    const rules = fontRules(sampleTypography(font), urlOf, "#page");
    expect(rules).toContain(
      `@font-face{font-family:brand-heading;src:url("/files/${"ee".repeat(32)}?brand=x&expires=1")`,
    );
    expect(rules).toContain("font-weight:300 800;font-style:italic");
    expect(rules).toContain('#page{font-family:brand-heading,brand-heading-stand-in,"Arial"');
    expect(rules.match(/src:url/g)).toHaveLength(1);
    expect(rules).not.toContain("red");
  });

  it("have local fallbacks of the same size until they have loaded", () => {
    const rules = fontRules(sampleTypography(), urlOf, "#page");
    expect(rules).toContain(
      '@font-face{font-family:brand-heading-stand-in;src:local("Arial"),local("Liberation Sans"),local("Arimo"),local("Helvetica"),local("Roboto");size-adjust:104.2%;ascent-override:91.5%;descent-override:23.1%;line-gap-override:0%}',
    );
    expect(rules).toMatch(/src:local\("Arial Bold"\),[^}]*;font-weight:600 900;size-adjust:99.3759%;/);
    expect(rules).toContain('src:local("DejaVu Sans");size-adjust:90.7666%;ascent-override:105.042%;'); // 1.148 as wide
    const unread = fontRules(sampleTypography(typeface({ metrics: null })), urlOf, "#page");
    expect(unread).not.toContain("stand-in");
    expect(unread).toContain('#page{font-family:brand-heading,"Arial", sans-serif,var(--font-geist-sans),sans-serif;');
  });

  it("have their features on, and heading features only in headings", () => {
    const [heading, body] = [
      typeface({ opentype_features: ["ss01", "tnum"] }),
      typeface({ files: [{ file: fontRef("ee"), weights: [400, 400], style: "normal" }], opentype_features: [] }),
    ];
    const rules = fontRules(
      { fonts: [heading, body], roles: { heading: heading.id, body: body.id }, styles: {} },
      urlOf,
      "#page",
    );
    expect(rules).toMatch(/#page\{[^}]*brand-body[^}]*font-feature-settings:normal\}/);
    expect(rules).toMatch(/h1,h2,h3,blockquote,[^)]*\)\{[^}]*brand-heading[^}]*font-feature-settings:"ss01", "tnum"\}/);
  });

  it("follow the text styles, limited on a phone", () => {
    const style = (font: "heading" | "body", px: number, unit: "px" | "rem" = "px") => ({
      font,
      fontSize: { value: px, unit },
      letterSpacing: { value: unit === "px" ? px / -50 : 0, unit },
      fontWeight: 550,
      lineHeight: 1.1,
    });
    const styles = { display: style("heading", 400), heading: style("body", 2, "rem"), body: style("body", 17) };
    const rules = fontRules({ ...sampleTypography(), styles }, urlOf, "#page");
    expect(rules).toMatch(
      /#page :is\(h1,\.font-display\)\{[^}]*font-size:min\(4.5rem,11vw,22cqi\);font-weight:550;line-height:1.1;letter-spacing:-0.02em\}/,
    );
    expect(rules).toMatch(/#page h2\{[^}]*font-size:min\(2rem,8vw,16cqi\)/);
    expect(rules).toMatch(/#page\{[^}]*font-size:1.0625rem;/);
    expect(rules).not.toContain("#page h3{");
    const small = fontRules({ ...sampleTypography(), styles }, urlOf, "#page", "within");
    expect(small).toMatch(/#page :is\(h1,\.font-display\)\{[^}]*font-size:min\(3rem,9vw,18cqi\)/);
    expect(small).toMatch(/#page\{[^}]*font-size:0.875rem;font-weight:550;line-height:1.1;/);
  });

  it("are absent without font files, and text styles use the hub's fonts", () => {
    expect(fontRules(undefined, urlOf, "#page")).toBe("");
    const typography = sampleTypography(typeface({ files: [] }));
    expect(fontRules({ ...typography, styles: {} }, urlOf, "#page")).toBe("");
    const rules = fontRules(typography, urlOf, "#page");
    expect(rules).toMatch(/^#page :is\(h1,\.font-display\)\{font-family:var\(--font-geist-sans\)/);
    expect(rules).not.toContain("@font-face");
  });

  it("escape strings and rules", () => {
    const font = typeface({ fallbacks: ['x"}</style><script>'], metrics: { ...METRICS, local: 'a");}b{color:red' } });
    const rules = fontRules(sampleTypography(font), urlOf, "#page");
    expect(rules).toContain('src:local("a)bcolor:red")');
    expect(rules).not.toMatch(/<|\}b\{/);
  });
});
