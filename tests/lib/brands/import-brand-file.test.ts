import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { MAX_IMPORT_BYTES } from "@/lib/brands";
import { importBrandFile } from "@/lib/brands/server";
import { generatePalette } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { measureCompleteness } from "@/lib/publishing";
import { compileDocument } from "@/lib/publishing/server";
import { asBundlePart, asTokens } from "@/lib/rendering/formats/design-tokens";

const importFile = (value: unknown) => importBrandFile(JSON.stringify(value));
const rolesOf = (value: unknown) =>
  Object.fromEntries(importFile(value).document.colors.palette.map(({ name, role }) => [name, role]));
const color = ($value: unknown) => ({ $type: "color", $value });

describe("importBrandFile", () => {
  it("imports the hub's brand.json without its files", async () => {
    const text = await readFile("db/demo/torvane/brand.json", "utf8");
    const { kind, name, document, left } = importBrandFile(text);
    const original = JSON.parse(text);
    expect({ kind, name }).toEqual({ kind: "brand", name: "Torvane Instruments" });
    expect(document.identity).toEqual(original.identity);
    expect(document.logos).toEqual({ items: [], rules: original.logos.rules });
    expect(document.colors.source).toBe("imported");
    const withoutIds = (palette: { id: string }[]) => palette.map(({ id: _id, ...entry }) => entry);
    expect(withoutIds(document.colors.palette)).toEqual(withoutIds(original.colors.palette));
    expect(document.colors.gradients).toHaveLength(original.colors.gradients.length);
    expect(document.colors.rules).toHaveLength(original.color_rules.length);
    const fontFiles = original.fonts.flatMap((font: { files: string[] }) => font.files);
    expect(document.typography?.fonts.map(({ family }) => family)).toEqual(["Geist", "Geist Mono"]);
    const files = original.logos.items.length + original.assets.length + fontFiles.length;
    expect(left).toEqual([expect.stringContaining(`${files} files`)]);
    expect(compileDocument(document)).toEqual(document);
    const parts = measureCompleteness(document).sections;
    expect(parts.filter(({ key }) => !["logos", "assets"].includes(key)).flatMap(({ missing }) => missing)).toEqual([]);
  });

  it("imports a bundle and a brand/me response", () => {
    const identity = { schema: 1, brand: { tagline: "Hello" }, personality: {}, persona: {} };
    const bundle = { brand: { id: newId(), slug: "b", name: "Birch" }, identity, identity_version: 3 };
    expect(importFile(bundle)).toMatchObject({
      name: "Birch",
      document: { identity: { brand: { tagline: "Hello" } } },
    });
    expect(importFile({ brand: { name: "Birch" }, brand_identity: identity })).toMatchObject({ name: "Birch" });
  });

  it("imports palette exports", () => {
    const palette = generatePalette({ newId });
    const hexes = palette.map(({ hex }) => hex);
    const source = { colors: { source: "manual" as const, seed: null, palette } };
    const json = importBrandFile(asBundlePart(source)).document.colors.palette;
    expect(json.map(({ role, hex }) => [role, hex])).toEqual(palette.map(({ role, hex }) => [role, hex]));
    const tokens = importBrandFile(asTokens(source)).document.colors.palette;
    expect(tokens.map(({ hex }) => hex)).toEqual(hexes);
    expect(tokens.map(({ role }) => role)).toEqual(palette.map(({ role }) => role));
  });

  it("gives each colour a new id", () => {
    const entry = { id: newId(), name: "Alder", role: "primary", hex: "#2F5D50" };
    const [taken] = importFile([entry]).document.colors.palette;
    expect(taken).toMatchObject({ name: "Alder", role: "primary", hex: "#2f5d50", usage: "", locked: false });
    expect(taken?.id).not.toBe(entry.id);
  });

  it("cuts long values, skips invalid and unknown ones, and reports each", () => {
    const values = Array.from({ length: 25 }, (_, index) => ({ name: `Value ${index}` }));
    const brand = { tagline: "x".repeat(2001), mission: 7, values, mascot: "Otter" };
    const { document, left } = importFile({ identity: { brand, personality: { dimensions: { sincerity: 9 } } } });
    expect(document.identity.brand.tagline).toHaveLength(2000);
    expect(document.identity.brand.values).toHaveLength(20);
    expect(document.identity.brand).not.toHaveProperty("mission");
    for (const field of ["brand.tagline", "brand.mission", "brand.values", "brand.mascot", "dimensions.sincerity"]) {
      expect(left.join("\n")).toContain(field);
    }
    expect(compileDocument(document)).toBeDefined();
  });

  it("skips invalid colours and those above sixty", () => {
    const palette = Array.from({ length: 61 }, (_, index) => ({
      name: `C${index}`,
      role: "neutral",
      hex: `#00000${index % 10}`,
    }));
    const { document, left } = importFile({ colors: { palette: [...palette, { name: "Broken", hex: "red-ish" }] } });
    expect(document.colors.palette).toHaveLength(60);
    expect(left).toHaveLength(2);
  });

  it.each([
    ["invalid JSON", "brand: birch", "not JSON"],
    ["a file over 2 MB", `"${"x".repeat(MAX_IMPORT_BYTES)}"`, "2 MB"],
    ["unrelated JSON", '{"name":"left-pad","version":"1.0.0"}', "neither"],
    ["a bare value", "42", "neither"],
    ["null", "null", "neither"],
    ["an empty list", "[]", "no brand data"],
    ["an empty brand", '{"identity":{"brand":{},"persona":{}}}', "no brand data"],
    [
      "design tokens without a colour, typeface or foundation",
      '{"size":{"s":{"$type":"dimension","$value":"4px"}}}',
      "no colour, typeface",
    ],
    ["endless groups", `${'{"a":'.repeat(60)}{"$value":1}${"}".repeat(60)}`, ""],
  ])("refuses %s with a sentence", (_what, text, sentence) => {
    try {
      importBrandFile(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: "bad_request", field: "file", message: expect.stringContaining(sentence) });
    }
  });
});

describe("design tokens", () => {
  it("include gradients of any tool, and reports on unreadable ones", () => {
    const color = (hex: string) => ({ colorSpace: "srgb", components: [0, 0, 0], hex });
    const { document, taken, left } = importBrandFile(
      JSON.stringify({
        color: { sky: { $type: "color", $value: color("#38bdf8") } },
        gradient: {
          $type: "gradient",
          "blue-hour": {
            $value: [
              { color: "{color.sky}", position: 0 },
              { color: color("#1e1b4b"), position: 1 },
            ],
          },
          short: { $value: [{ color: color("#000000"), position: 0 }] },
        },
      }),
    );
    expect(document.colors.gradients).toMatchObject([
      {
        name: "Gradient blue hour",
        kind: "linear",
        stops: [
          { hex: "#38bdf8", position: 0 },
          { hex: "#1e1b4b", position: 1 },
        ],
      },
    ]);
    expect(taken).toContain("1 gradient, from left to right.");
    expect(left).toEqual(["gradient.short: not a readable gradient."]);
  });

  it("get roles from group or name", () => {
    const file = {
      color: {
        $type: "color",
        brand: { primary: { $value: "#0f766e" }, secondary: { $value: "#155e75" } },
        text: { default: { $value: "#111111" }, onPrimary: { $value: "#fefefe" } },
        "background-subtle": { $value: "#fafafa" },
        feedback: { error: { $value: "#b91c1c" }, success: { $value: "#15803d" }, caution: { $value: "#b45309" } },
        link: { $value: "#1d4ed8" },
        gray: { 100: { $value: "#f3f4f6" } },
        teal: { $value: "#14b8a6" },
      },
    };
    expect(rolesOf(file)).toEqual({
      "Brand primary": "primary",
      "Brand secondary": "secondary",
      "Text default": "text",
      "Text on primary": "text",
      "Background subtle": "background",
      "Feedback error": "danger",
      "Feedback success": "success",
      "Feedback caution": "warning",
      Link: "accent",
      "Gray 100": "neutral",
      Teal: "neutral",
    });
  });

  it("inherit types from groups, including a group's root", () => {
    const file = { colors: { $type: "color", primary: { $root: { $value: "#112233" }, soft: { $value: "#445566" } } } };
    expect(rolesOf(file)).toEqual({ Primary: "primary", "Primary soft": "primary" });
  });

  it("resolve references in both spellings, and skips broken and circular ones", () => {
    const file = {
      base: { teal: color("#14b8a6") },
      color: {
        primary: color("{base.teal}"),
        accent: { $value: { $ref: "#/color/primary/$value" } },
        danger: color("{base.red}"),
        warning: color("{color.success}"),
        success: color("{color.warning}"),
      },
    };
    const { document, left } = importFile(file);
    expect(document.colors.palette.map(({ role, hex }) => [role, hex])).toEqual([
      ["primary", "#14b8a6"],
      ["accent", "#14b8a6"],
    ]);
    expect(left).toContain("color.danger, color.warning, color.success: its reference is broken or circular.");
  });

  it.each([
    ["a three-digit CSS hex", "#abc", "#aabbcc"],
    ["a CSS function", "rgb(17 99 200)", "#1163c8"],
    ["a CSS function and unit in upper case", "HSL(120DEG 100% 50%)", "#00ff00"],
    ["sRGB components", { colorSpace: "srgb", components: [1, 0.5, 0] }, "#ff8000"],
    ["the hex beside other components", { colorSpace: "display-p3", components: [1, 0, 0], hex: "#FA0B00" }, "#fa0b00"],
    ["HSL components", { colorSpace: "hsl", components: [120, 100, 50] }, "#00ff00"],
    ["OKLCH components", { colorSpace: "oklch", components: [0, 0, "none"] }, "#000000"],
    ["an alpha of 1", { colorSpace: "srgb", components: [0, 0, 0], alpha: 1 }, "#000000"],
  ])("read %s", (_what, value, hex) => {
    expect(importFile({ primary: color(value) }).document.colors.palette[0]?.hex).toBe(hex);
  });

  it.each([
    ["transparent in CSS", "#11223380"],
    ["transparent by alpha", { colorSpace: "srgb", components: [0, 0, 0], alpha: 0.5 }],
    ["in an unknown colour space", { colorSpace: "pantone", components: [1, 2, 3] }],
    ["without one component", { colorSpace: "srgb", components: [1, 2] }],
    ["not a colour", "not a colour"],
    ["almost a colour", "hsl(17degs 88% 40%)"],
  ])("skips a colour that is %s, with a reason", (_what, value) => {
    const { document, left } = importFile({ primary: color("#010203"), odd: color(value) });
    expect(document.colors.palette).toHaveLength(1);
    expect(left).toEqual([expect.stringMatching(/^odd: /)]);
  });

  it("map colours outside sRGB to the nearest inside", () => {
    const [entry] = importFile({ primary: color({ colorSpace: "display-p3", components: [1, 0, 0] }) }).document.colors
      .palette;
    expect(entry?.hex).toMatch(/^#f[0-9a-f]0[0-9a-f]0[0-9a-f]$/);
  });

  it("keep a colour under each name with a role, and no other", () => {
    const file = { blue: { 500: color("#1d4ed8") }, color: { primary: color("{blue.500}"), brand: color("#1d4ed8") } };
    const { document, left } = importFile(file);
    expect(document.colors.palette.map(({ name, role }) => [name, role])).toEqual([
      ["Primary", "primary"],
      ["Brand", "primary"],
    ]);
    expect(left).toEqual(["1 colour that repeats another one."]);
  });

  it("keep colours with roles if there are too many", () => {
    const many = Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => [`c${index}`, color(`#0000${(index + 16).toString(16)}`)]),
    );
    const { document, left } = importFile({ many, last: { primary: color("#ff0000") } });
    expect(document.colors.palette).toHaveLength(60);
    expect(document.colors.palette[0]).toMatchObject({ role: "primary" });
    expect(left.join()).toContain("21 colours");
  });

  it("give typefaces, and counts of what isn't supported", () => {
    const file = {
      primary: color("#112233"),
      font: { $type: "fontFamily", heading: { $value: ["Vollkorn", "serif"] }, code: { $value: "JetBrains Mono" } },
      type: { body: { $type: "typography", $value: { fontFamily: "Inter", fontSize: "16px" } } },
      size: { $type: "dimension", s: { $value: "4px" }, m: { $value: "8px" } },
      odd: { $value: 4 },
    };
    const { document, left, taken } = importFile(file);
    expect(document.identity.brand.typography).toEqual({ heading: "Vollkorn", mono: "JetBrains Mono", body: "Inter" });
    expect(taken.join()).toContain("Vollkorn");
    expect(left).toEqual([
      expect.stringContaining("1 typography token: only the typeface is imported."),
      expect.stringContaining("2 dimension tokens"),
      expect.stringContaining("1 token without a type"),
    ]);
  });

  it("are reported in singular and plural", () => {
    const one = { one: color("#112233"), again: color("#112233"), s: { $type: "dimension", $value: "4px" } };
    expect(importFile(one)).toMatchObject({
      taken: [expect.any(String), "1 colour without a role in its name, as neutral. Set its role in the palette."],
      left: [
        "1 colour that repeats another one.",
        "1 dimension token: no name says whether it is spacing or a radius.",
      ],
    });
  });

  it("are reported once per reason", () => {
    const odd = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`c${index}`, color("nonsense")]));
    const { left } = importFile({ primary: color("#112233"), odd, faded: color("#11223380") });
    expect(left).toEqual([
      "faded: a palette can’t have transparent colours.",
      "odd.c0, odd.c1, odd.c2 and 37 more: not a readable colour.",
    ]);
  });

  it("are reported in at most twenty sentences", () => {
    const odd = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`type${index}`, { a: { $type: `type${index}`, $value: 1 } }]),
    );
    const { left } = importFile({ primary: color("#112233"), odd });
    expect(left).toHaveLength(20);
    expect(left.at(-1)).toContain("21 more");
  });
});
