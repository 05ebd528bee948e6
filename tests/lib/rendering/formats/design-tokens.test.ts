import { describe, expect, it } from "vitest";
import { importBrandFile } from "@/lib/brands/server";
import { type Colors, scaleOf } from "@/lib/content";
import { asBundlePart, asResolver, asTokens } from "@/lib/rendering/formats/design-tokens";
import { asCss } from "@/lib/rendering/formats/style-sheets";
import { paletteEntry, sampleColors } from "../../../support/documents";

const { colors, green, gradient } = sampleColors();

/** Colours without ids, which each import creates. */
const told = ({ palette, source: _, seed: __, ...stated }: Colors) => {
  const named = palette.reduce((text, { id, name }) => text.replaceAll(id, name), JSON.stringify({ palette, stated }));
  return JSON.parse(named, (key, value) => (key === "id" ? undefined : value));
};

describe("exporting colour settings", () => {
  it("writes shades, gradients and the dark set as custom properties, by preference or theme", () => {
    const css = asCss({ colors });
    const { steps } = scaleOf(green.hex, { "500": "#6a9a8a" });
    expect(css).toContain("  --color-alder: #2f5d50; /* primary */\n  --color-alder-50: ");
    for (const [step, hex] of Object.entries(steps)) expect(css).toContain(`  --color-alder-${step}: ${hex};\n`);
    expect(css).toContain("--gradient-forest-floor: linear-gradient(135deg, var(--color-alder) 0%, #11221d 100%);");
    expect(css).toContain(`
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {
    --color-alder: #8fc5b2;
    --color-chalk: #141414;
  }
}

:root[data-theme="dark"] {
  --color-alder: #8fc5b2;
  --color-chalk: #141414;
}
`);
  });

  it("gives each property a unique name", () => {
    const other = paletteEntry({ name: "Alder 500", hex: "#000000" });
    const css = asCss({
      colors: { ...colors, palette: [...colors.palette, other], gradients: [gradient, { ...gradient }] },
    });
    const names = [...css.slice(0, css.indexOf("@media")).matchAll(/^ {2}(--[^:]+):/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(css).toContain("--color-alder-500: #000000;");
    expect(css).toContain("--gradient-forest-floor-2:");
  });

  it("writes token groups whose gradients refer to colours", () => {
    const tokens = JSON.parse(asTokens({ colors }));
    expect(tokens.color["alder-500"].$value).toEqual({
      colorSpace: "srgb",
      components: [0.4157, 0.6039, 0.5412],
      hex: "#6a9a8a",
    });
    expect(tokens.color.chalk.$extensions.mode.dark.hex).toBe("#141414");
    expect(tokens.color.alder.$description).toBe("Headlines");
    expect(tokens.gradient["forest-floor"]).toMatchObject({
      $type: "gradient",
      $value: [
        { color: "{color.alder}", position: 0 },
        { color: { hex: "#11221d" }, position: 1 },
      ],
    });
  });

  it("writes a resolver document whose dark context has the same names", () => {
    const { sets, modifiers, resolutionOrder } = JSON.parse(asResolver({ colors }));
    expect(sets.brand.sources).toEqual([JSON.parse(asTokens({ colors }))]);
    const [dark] = modifiers.theme.contexts.dark;
    expect(Object.keys(dark.color)).toEqual(["alder", "chalk"]);
    expect(dark.color.alder.$value.hex).toBe("#8fc5b2");
    expect(resolutionOrder).toEqual([{ $ref: "#/sets/brand" }, { $ref: "#/modifiers/theme" }]);
    const { resolutionOrder: order } = JSON.parse(asResolver({ colors: { ...colors, dark: undefined } }));
    expect(order).toEqual([{ $ref: "#/sets/brand" }]);
  });

  it.each([
    ["JSON", asBundlePart],
    ["design tokens", asTokens],
  ])("can be imported again from %s completely", (_, write) => {
    const { document, left } = importBrandFile(write({ colors }));
    expect(left).toEqual([]);
    expect(told(document.colors)).toEqual(told(colors));
  });
});
