import { compile } from "tailwindcss";
import { describe, expect, it } from "vitest";
import { type StoredGradient, scaleOf } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { PALETTE_FORMATS } from "@/lib/rendering";
import { paletteEntry } from "../../../support/documents";

const hay = paletteEntry({ name: "Hay", role: "primary", hex: "#ffc62b", usage: "" });
const ink = paletteEntry({ name: "Night Loft", role: "text", hex: "#1b1642" });
const palette = [hay, ink];

const gradient = (name: string, kind: StoredGradient["kind"] = "linear"): StoredGradient => ({
  id: newId(),
  name,
  kind,
  angle: 135,
  stops: [
    { color_id: null, hex: "#f08a1d", position: 1 },
    { color_id: hay.id, hex: "#ffc62b", position: 0 },
  ],
});
const stated = {
  scales: { [hay.id]: { "100": "#fff1c4" } as const },
  dark: { [hay.id]: "#ffd45c" },
  gradients: [gradient("Hayloft"), gradient("Hay", "radial"), gradient("Hayloft", "conic")],
};
const STEPS = scaleOf(hay.hex, stated.scales[hay.id]).steps;

const colors = { source: "manual" as const, seed: null, palette, ...stated };
const writeAs = (value: string) => PALETTE_FORMATS.find((one) => one.value === value)?.write({ colors });
const inFormat = (value: string): string => String(writeAs(value));

/** The resolved variables of a Sass file. @throws for a reference to a variable not defined above it */
function readScss(sheet: string): { variables: Map<string, string>; maps: Map<string, Record<string, string>> } {
  const variables = new Map<string, string>();
  const maps = new Map<string, Record<string, string>>();
  const resolve = (text: string) =>
    text.replace(/\$[\w-]+/g, (name) => {
      const value = variables.get(name);
      if (value === undefined) throw new Error(`${name} is not defined`);
      return value;
    });
  for (const [, name = "", list, value = ""] of sheet
    .replace(/ \/\/ .*$/gm, "")
    .matchAll(/^(\$[\w-]+): (?:\(\n([^)]*)\)|(.*));$/gm)) {
    if (list === undefined) variables.set(name, resolve(value));
    else
      maps.set(
        name,
        Object.fromEntries([...list.matchAll(/"([^"]+)": (.+),/g)].map(([, key, one = ""]) => [key, resolve(one)])),
      );
  }
  return { variables, maps };
}

describe("colour settings in formats of other tools", () => {
  it("writes Sass variables and maps that refer to defined names", () => {
    const { variables, maps } = readScss(inFormat("scss"));
    expect(variables.get("$gradient-hayloft")).toBe("linear-gradient(135deg, #ffc62b 0%, #f08a1d 100%)");
    expect(variables.get("$gradient-hay")).toBe("radial-gradient(circle, #ffc62b 0%, #f08a1d 100%)");
    expect(variables.get("$color-hay-100")).toBe("#fff1c4");
    expect(maps.get("$colors")).toMatchObject({ hay: "#ffc62b", "hay-950": STEPS["950"], "night-loft": "#1b1642" });
    expect(maps.get("$colors-dark")).toEqual({ hay: "#ffd45c" });
    expect(Object.keys(maps.get("$gradients") ?? {})).toEqual(["hayloft", "hay", "hayloft-2"]);
  });

  it("writes a theme that Tailwind turns into classes for colours, shades, gradients and dark mode", async () => {
    const { build } = await compile(`${inFormat("tailwind")}\n@tailwind utilities;`);
    const css = build(["bg-hayloft", "bg-hayloft-2", "bg-gradient-hay", "text-hay", "bg-hay-100"]);
    expect(css).toContain("background-image: var(--background-image-hayloft);");
    expect(css).toContain("background-image: var(--background-image-hayloft-2);");
    expect(css).toContain("background-image: var(--background-image-gradient-hay);");
    expect(css).toContain("color: var(--color-hay);");
    expect(css).toContain("background-color: var(--color-hay-100);");
    expect(css).toContain("--background-image-hayloft: linear-gradient(135deg, var(--color-hay) 0%, #f08a1d 100%);");
    expect(css).toContain("--background-image-hayloft-2: conic-gradient(from 135deg, ");
    expect(css).toMatch(/:root\[data-theme="dark"\] \{\s*--color-hay: #ffd45c;/);
  });

  it("writes SwiftUI gradients of the colours above", () => {
    const swift = inFormat("swift");
    const [colors = "", gradients = ""] = swift.split("enum BrandGradient");
    const defined = [...colors.matchAll(/static let (\w+)/g)].map(([, name]) => name);
    const used = [...gradients.matchAll(/BrandColor\.(\w+)/g)].map(([, name]) => name);
    expect(used).toEqual(["hay", "hay", "hay"]);
    expect(defined).toEqual(expect.arrayContaining(["hay", "hay100", "nightLoft"]));
    expect(gradients.match(/static let \w+ = Gradient\(stops: \[/g)).toEqual([
      "static let hayloft = Gradient(stops: [",
      "static let hay = Gradient(stops: [",
      "static let hayloft2 = Gradient(stops: [",
    ]);
    expect(gradients).toContain(
      "        .init(color: BrandColor.hay, location: 0),\n        .init(color: Color(.sRGB, red: 0.9412, green: 0.5412, blue: 0.1137), location: 1),\n    ])",
    );
  });

  it("writes shades if a format has only colours", () => {
    const { color } = JSON.parse(inFormat("figma"));
    expect(color["hay-100"].$value.hex).toBe("#fff1c4");
    expect(Object.keys(color)).toHaveLength(palette.length + Object.keys(STEPS).length);
    expect(inFormat("android")).toContain('<color name="brand_hay_100">#FFF1C4</color>');
    expect(Buffer.from(writeAs("ase") as Uint8Array).readUInt32BE(8)).toBe(palette.length + Object.keys(STEPS).length);
  });
});
