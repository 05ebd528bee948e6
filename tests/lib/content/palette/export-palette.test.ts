import { describe, expect, it } from "vitest";
import { paletteAsCss, paletteAsJson, paletteAsTokens } from "@/lib/content";
import { ColorEntry } from "@/lib/contract";
import { paletteEntry } from "../../../support/documents";

const palette = [
  paletteEntry({ name: "Barn Blue", role: "primary", hex: "#2a45e8" }),
  paletteEntry({ name: "Barn blue!", role: "accent", hex: "#ff0080", usage: "" }),
  paletteEntry({ name: "日本 */ }", role: "text", hex: "#101010" }),
  paletteEntry({ name: "Éclair & Co", role: "background", hex: "#ffffff" }),
];

describe("exporting a palette", () => {
  it("gives each custom property a unique name that can't break out of the style sheet", () => {
    expect(paletteAsCss(palette)).toBe(`:root {
  --color-barn-blue: #2a45e8; /* primary */
  --color-barn-blue-2: #ff0080; /* accent */
  --color-日本: #101010; /* text */
  --color-eclair-co: #ffffff; /* background */
}
`);
  });

  it.each([
    ["Ørsted rød", "ørsted-rød"],
    ["Straße", "straße"],
    ["Синий 2", "синий-2"],
    ["أزرق داكن", "أزرق-داكن"],
    ["नीला रंग", "नीला-रंग"],
    ["파랑", "파랑"],
    ["Bleu  Été", "bleu-ete"],
    ["🟦", "color"],
    ["a\\/*{};\u0000\u200b\u202e", "a"],
  ])("keeps the letters of %j, which are valid in CSS names", (name, identifier) =>
    expect(paletteAsCss([paletteEntry({ name })])).toMatch(new RegExp(`^ {2}--color-${identifier}: `, "mu")),
  );

  it("gives the JSON of the bundle", () => {
    const entries = JSON.parse(paletteAsJson(palette));
    expect(ColorEntry.array().parse(entries)[0]).toMatchObject({ name: "Barn Blue", rgb: { r: 42, g: 69, b: 232 } });
  });

  it("gives design tokens with channels as fractions and the hex", () => {
    expect(JSON.parse(paletteAsTokens(palette)).color["barn-blue-2"]).toEqual({
      $type: "color",
      $value: { colorSpace: "srgb", components: [1, 0, 0.502], hex: "#ff0080" },
    });
    expect(JSON.parse(paletteAsTokens(palette)).color["barn-blue"].$description).toBe("Headlines");
  });
});
