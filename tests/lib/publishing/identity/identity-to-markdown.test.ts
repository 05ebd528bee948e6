import { describe, expect, it } from "vitest";
import type { CompiledIdentity } from "@/lib/contract";
import { identityToMarkdown } from "@/lib/publishing";
import { sampleColors, sampleTypography, textsIn, wholeIdentity } from "../../../support/documents";

const identity = (parts: Partial<CompiledIdentity>): CompiledIdentity => ({
  schema: 1,
  brand: {},
  personality: {},
  persona: {},
  ...parts,
});

describe("identityToMarkdown", () => {
  it("omits empty parts", () => {
    expect(identityToMarkdown("Hullabarn", identity({}))).toBe("# Hullabarn\n");
    const onlyTone = identityToMarkdown("Hullabarn", identity({ persona: { tone: { humor: 0 } } }));
    expect(onlyTone).toBe("# Hullabarn\n\n## Persona\n\n### Tone (−2 to 2)\n\n- **Humor**: 0\n");
  });

  it("includes every text of an identity", () => {
    const markdown = identityToMarkdown("Hullabarn", wholeIdentity()).toLowerCase();
    expect(textsIn(wholeIdentity()).filter((text) => !markdown.includes(text))).toEqual([]);
  });

  it("writes brand, personality and persona in full", () => {
    const markdown = identityToMarkdown(
      "Hullabarn",
      identity({
        brand: {
          tagline: "Made to be mended",
          description: "We mend.",
          mission: "Mend everything.",
          industry: "Repair",
          languages: ["en", "de"],
          audiences: [{ segment: "Keepers", description: "They keep things." }],
          offerings: [{ name: "Mending", type: "service", description: "By hand." }],
          values: [{ name: "Patience" }, { description: "Unnamed" }],
          differentiators: ["Open on Sundays"],
          typography: { heading: "Geist" },
        },
        personality: {
          archetype: { primary: "caregiver", secondary: "sage" },
          dimensions: { sincerity: 5 },
          traits: [{ name: "Dry", means: "Few words.", not: "cold" }],
        },
        persona: {
          name: "Alma",
          summary: "Speaks slowly.",
          voice: { summary: "Plain.", attributes: ["calm"], avoid: ["slang"] },
          dos: ["Say what it costs"],
          donts: ["Shout"],
          vocabulary: { prefer: [{ say: "mend", not: "fix" }], banned: ["cheap", "hack"] },
          contexts: [{ channel: "Email", shift: "Warmer" }],
          examples: [{ context: "Late", text: "It takes another day.\nWe are sorry." }],
        },
      }),
    );
    expect(markdown).toContain(
      "# Hullabarn\n\n> Made to be mended\n\nWe mend.\n\n## Brand\n\n- **Industry**: Repair\n",
    );
    expect(markdown).toContain("### Mission\n\nMend everything.");
    expect(markdown).toContain("- **Keepers**: They keep things.");
    expect(markdown).toContain("- **Mending** (service): By hand.");
    expect(markdown).toContain("- **Patience**\n- Unnamed");
    expect(markdown).toContain("- **Archetype**: Caregiver\n- **Second archetype**: Sage");
    expect(markdown).toContain("- **Dry**: Few words. Not: cold");
    expect(markdown).toContain("- **mend**: not fix\n\nNever: cheap, hack");
    expect(markdown).toContain("- **Late**: It takes another day. We are sorry.");
    expect(markdown).toMatch(/### Do\n\n- Say what it costs\n\n### Don’t\n\n- Shout/);
  });

  it("writes typefaces and text styles, or no such section", () => {
    const markdown = identityToMarkdown("Alder", identity({}), { typography: sampleTypography() });
    expect(markdown).toContain(
      "## Typography\n\n### Typefaces\n\n- **Alder Grotesk**: for headings, body text; weights 300 to 800",
    );
    expect(markdown).toContain("### Text styles\n\n- **Heading**: Alder Grotesk 700, 32 px");
    expect(identityToMarkdown("Alder", identity({}))).not.toContain("Typography");
  });

  it("writes colours with their statements", () => {
    const markdown = identityToMarkdown("Alder", identity({}), { colors: sampleColors().colors });
    expect(markdown).toContain("## Colours\n\n- **Alder** (primary, #2f5d50): Headlines\n");
    expect(markdown).toContain("### Tints and shades\n\n- **Alder**: Generated from the colour, but 500 #6a9a8a\n");
    expect(markdown).toContain("### In print\n\n- **Alder**: C 80 M 42 Y 66 K 32, PANTONE 626 C\n");
    expect(markdown).toContain("- **Forest floor**: Linear, 135°: Alder 0%, #11221d 100%\n");
    expect(markdown).toContain(
      "- **Alder**: Must only be used on Chalk; must never be combined with Soot: It drowns\n",
    );
    expect(identityToMarkdown("Alder", identity({}))).not.toContain("Colours");
  });

  it("escapes what people wrote", () => {
    const brand = { tagline: "*Loud* <b>", description: "# Not a heading\n1. Not a list\n- nor this", tags: ["a_b_c"] };
    const markdown = identityToMarkdown("[Brand](x)", identity({ brand }));
    expect(markdown).toContain("# \\[Brand\\](x)");
    expect(markdown).toContain("> \\*Loud\\* \\<b\\>");
    expect(markdown).toContain("\\# Not a heading\n1\\. Not a list\n\\- nor this");
    expect(markdown).toContain("a\\_b\\_c");
  });
});
