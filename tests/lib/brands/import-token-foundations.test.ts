import { describe, expect, it } from "vitest";
import { importBrandFile } from "@/lib/brands/import-brand-file";

const importFile = (file: object) => importBrandFile(JSON.stringify(file));
const foundationsOf = (file: object) => importFile(file).document.foundations;
const dimension = (value: unknown) => ({ $type: "dimension", $value: value });
const shade = { colorSpace: "srgb", components: [0, 0, 0], alpha: 0.2, hex: "#000000" };
const layer = { offsetX: "0px", offsetY: { value: 2, unit: "px" }, blur: "4px", spread: 0 };

describe("foundations among design tokens", () => {
  it("imports groups by type, and dimensions by name", () => {
    const { document, taken, left } = importFile({
      spacing: { sm: dimension("8px"), lg: dimension({ value: 1.5, unit: "rem" }) },
      radius: { card: dimension("12px") },
      "border-radius": { $type: "dimension", pill: { $value: "999px" } },
      layout: { gutterWide: dimension("32px") },
      border: { thin: { $type: "border", $value: { color: "#112233", width: "1px", style: "solid" } } },
      shadow: { raised: { $type: "shadow", $value: { color: "rgb(0 0 0 / 0.2)", ...layer } } },
      motion: {
        fast: { $type: "duration", $value: "120ms" },
        out: { $type: "cubicBezier", $value: [0, 0, 0.2, 1] },
        fade: { $type: "transition", $value: { duration: "{motion.fast}", timingFunction: "{motion.out}" } },
      },
    });
    expect(document.foundations).toEqual({
      spacing: {
        sm: { value: 8, unit: "px" },
        lg: { value: 1.5, unit: "rem" },
        "layout-gutter-wide": { value: 32, unit: "px" },
      },
      radius: { card: { value: 12, unit: "px" }, pill: { value: 999, unit: "px" } },
      border: { thin: { color: { hex: "#112233", alpha: 1 }, width: { value: 1, unit: "px" }, style: "solid" } },
      shadow: {
        raised: [
          {
            color: { hex: "#000000", alpha: 0.2 },
            offsetX: { value: 0, unit: "px" },
            offsetY: { value: 2, unit: "px" },
            blur: { value: 4, unit: "px" },
            spread: { value: 0, unit: "px" },
            inset: false,
          },
        ],
      },
      duration: { fast: { value: 120, unit: "ms" } },
      easing: { out: [0, 0, 0.2, 1] },
      transition: {
        fade: {
          duration: { value: 120, unit: "ms" },
          delay: { value: 0, unit: "ms" },
          timingFunction: [0, 0, 0.2, 1],
        },
      },
    });
    expect(taken).toEqual([
      "10 tokens of the foundations: spacing, radius, borders, shadows, durations, easings, transitions.",
    ]);
    expect(left).toEqual([]);
  });

  it("resolves colours of shadows and borders, and keeps the order of layers", () => {
    const foundations = foundationsOf({
      color: { ink: { $type: "color", $value: "#0a0a0a" } },
      shadow: {
        two: {
          $type: "shadow",
          $value: [
            { color: "{color.ink}", ...layer },
            { color: shade, ...layer, inset: true },
          ],
        },
      },
    });
    expect(foundations?.shadow?.two?.map(({ color, inset }) => [color.hex, color.alpha, inset])).toEqual([
      ["#0a0a0a", 1, false],
      ["#000000", 0.2, true],
    ]);
  });

  it.each([
    ["a dimension with an unclear name", { size: { s: dimension("4px") } }],
    ["an unsupported unit", { spacing: { s: dimension("4em") } }],
    ["a length over the limit", { spacing: { s: dimension("90000px") } }],
    ["a negative radius", { radius: { s: dimension("-4px") } }],
    ["a curve that goes back in time", { easing: { e: { $type: "cubicBezier", $value: [2, 0, 0, 1] } } }],
    [
      "an unsupported border style",
      { border: { b: { $type: "border", $value: { color: "#000", width: "1px", style: "groove" } } } },
    ],
    ["a shadow without a colour", { shadow: { s: { $type: "shadow", $value: { ...layer, color: "{color.gone}" } } } }],
    ["a value of another type", { duration: { d: { $type: "duration", $value: null } } }],
  ])("skips %s with a reason", (_, file) => {
    const imported = importFile({ color: { ink: { $type: "color", $value: "#0a0a0a" } }, ...file });
    expect(imported.document.foundations).toBeUndefined();
    expect(imported.left.join()).toMatch(/supported|no name says whether it is spacing or a radius/);
  });

  it("keeps the first of two with the same name, up to the limit", () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`s${index}`, dimension(`${index}px`)]));
    const foundations = foundationsOf({ spacing: { sm: dimension("1px"), SM: dimension("2px") }, space: many });
    expect(foundations?.spacing?.sm).toEqual({ value: 1, unit: "px" });
    expect(Object.keys(foundations?.spacing ?? {})).toHaveLength(24);
    const { left } = importFile({
      spacing: { sm: dimension("1px"), SM: dimension("2px"), bad: dimension("2em") },
      space: many,
    });
    expect(left).toEqual([
      "1 spacing token: another one has the same name.",
      "1 spacing token: its value isn’t supported, use px or rem.",
      "37 spacing tokens: a brand can have 24 of each kind.",
    ]);
  });

  it("is enough to create a brand", () => {
    expect(foundationsOf({ radius: { s: dimension("4px") } })).toEqual({ radius: { s: { value: 4, unit: "px" } } });
  });
});
