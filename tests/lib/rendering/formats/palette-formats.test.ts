import { describe, expect, it } from "vitest";
import { ColorEntry } from "@/lib/contract";
import { asCss, PALETTE_FORMATS } from "@/lib/rendering";
import { paletteEntry } from "../../../support/documents";

const palette = [
  paletteEntry({ name: "Barn Blue", role: "primary", hex: "#2a45e8" }),
  paletteEntry({ name: "barn-blue", role: "accent", hex: "#ff0080", usage: "" }),
  paletteEntry({ name: "東京 🟦", role: "text", hex: "#101010" }),
  paletteEntry({ name: "50 % grey", role: "text", hex: "#808080" }),
  paletteEntry({ name: "default", role: "text", hex: "#ffffff" }),
  paletteEntry({ name: "🟥 */ } </color>\u0000", role: "accent", hex: "#cc0000", usage: "*/ \" 'x" }),
];
/** Names in many scripts, with characters that could end a string or comment. */
const NAMES = [
  "Éclair & Co",
  "أزرق داكن",
  "नीला रंग",
  "파랑",
  "Синий",
  "⁂",
  "1",
  "self",
  "a\"';*/",
  "𝒜",
  "in",
  "x".repeat(200),
];

const sourceOf = (colors = palette) => ({ colors: { source: "manual" as const, seed: null, palette: colors } });
const writeAs = (value: string, colors = palette) =>
  PALETTE_FORMATS.find((one) => one.value === value)?.write(sourceOf(colors));
const inFormat = (value: string, colors = palette): string => String(writeAs(value, colors));

/** Names and colours of an ASE file, parsed by Adobe's specification. */
function readAse(file: Uint8Array): { name: string; rgb: number[] }[] {
  const buffer = Buffer.from(file);
  expect(buffer.toString("latin1", 0, 4)).toBe("ASEF");
  expect([buffer.readUInt16BE(4), buffer.readUInt16BE(6)]).toEqual([1, 0]);
  const colors = [];
  let offset = 12;
  for (let block = buffer.readUInt32BE(8); block > 0; block -= 1) {
    expect(buffer.readUInt16BE(offset)).toBe(1);
    const end = offset + 6 + buffer.readUInt32BE(offset + 2);
    const units = buffer.readUInt16BE(offset + 6);
    const name = buffer
      .subarray(offset + 8, offset + 8 + 2 * units)
      .swap16()
      .toString("utf16le");
    const model = offset + 8 + 2 * units;
    expect([buffer.toString("latin1", model, model + 4), name.at(-1)]).toEqual(["RGB ", "\0"]);
    const rgb = [4, 8, 12].map((at) => Math.round(buffer.readFloatBE(model + at) * 255));
    expect([buffer.readUInt16BE(model + 16), model + 18]).toEqual([0, end]);
    colors.push({ name: name.slice(0, -1), rgb });
    offset = end;
  }
  expect(offset).toBe(buffer.length);
  return colors;
}

describe("palette formats for other tools", () => {
  it("writes Sass with a map of all variables", () => {
    expect(inFormat("scss", palette.slice(0, 3))).toBe(`$color-barn-blue: #2a45e8; // primary
$color-barn-blue-2: #ff0080; // accent
$color-dongjing: #101010; // text

$colors: (
  "barn-blue": $color-barn-blue,
  "barn-blue-2": $color-barn-blue-2,
  "dongjing": $color-dongjing,
);
`);
  });

  it("writes CSS and Tailwind with the same names", () => {
    for (const value of ["css", "tailwind"])
      expect(inFormat(value).match(/--color-[^:]+/g)).toEqual([
        "--color-barn-blue",
        "--color-barn-blue-2",
        "--color-dongjing",
        "--color-50-grey",
        "--color-default",
        "--color-color",
      ]);
  });

  it.each([
    ["Ørsted rød", "orsted-rod"],
    ["Éclair & Co", "eclair-and-co"],
    ["Straße", "strasse"],
    ["Синий 2", "siniy-2"],
    ["🟦", "color"],
    ["a\\/*{};\u0000\u200b\u202e", "a"],
  ])("writes %j in Latin letters", (name, latin) =>
    expect(asCss(sourceOf([paletteEntry({ name })]))).toContain(`  --color-${latin}: `),
  );

  it("returns the JSON of the bundle", () => {
    const [first] = ColorEntry.array().parse(JSON.parse(inFormat("json")));
    expect(first).toMatchObject({ name: "Barn Blue", rgb: { r: 42, g: 69, b: 232 } });
  });

  it("writes Android and Swift names as their languages do", () => {
    expect(
      inFormat("android")
        .match(/name="[^"]+"|#[0-9A-F]{6}/g)
        ?.slice(0, 4),
    ).toEqual(['name="brand_barn_blue"', "#2A45E8", 'name="brand_barn_blue_2"', "#FF0080"]);
    expect(inFormat("swift")).toContain(
      "    /// #2a45e8, primary\n    static let barnBlue = Color(.sRGB, red: 0.1647, green: 0.2706, blue: 0.9098)",
    );
    expect(
      inFormat("swift")
        .match(/static let \S+/g)
        ?.slice(1),
    ).toEqual([
      "static let barnBlue2",
      "static let dongjing",
      "static let color50Grey",
      "static let colorDefault",
      "static let color",
    ]);
  });

  it("writes Figma variables with hex and usage", () => {
    const { color } = JSON.parse(inFormat("figma"));
    expect(color["barn-blue"]).toMatchObject({
      $type: "color",
      $value: { colorSpace: "srgb", alpha: 1, hex: "#2a45e8" },
      $description: "Headlines",
      $extensions: { "com.figma.codeSyntax": { WEB: "var(--color-barn-blue)" } },
    });
    expect(color["barn-blue-2"]).not.toHaveProperty("$description");
  });

  it("writes Adobe swatches that give back every name and colour", () => {
    expect(readAse(writeAs("ase") as Uint8Array)).toEqual([
      { name: "Barn Blue", rgb: [42, 69, 232] },
      { name: "barn-blue", rgb: [255, 0, 128] },
      { name: "東京 🟦", rgb: [16, 16, 16] },
      { name: "50 % grey", rgb: [128, 128, 128] },
      { name: "default", rgb: [255, 255, 255] },
      { name: "🟥 */ } </color>", rgb: [204, 0, 0] },
    ]);
  });

  it.each([
    ["css", /^ {2}--color-[a-z0-9-]+: #[0-9a-f]{6}; \/\* \w+ \*\/$/, "  --"],
    ["scss", /^\$color-[a-z0-9-]+: #[0-9a-f]{6}; \/\/ \w+$/, "$color-"],
    ["tailwind", /^ {2}--color-[a-z0-9-]+: #[0-9a-f]{6}; \/\* \w+ \*\/$/, "  --"],
    ["swift", /^ {4}static let [a-z][A-Za-z0-9_]* = Color\([^()]+\)$/, "    static"],
    ["android", /^ {4}<color name="brand_[a-z0-9_]+">#[0-9A-F]{6}<\/color>$/, "    <color"],
  ])("gives %s a valid name for any colour name", (value, line, start) => {
    const colors = [...NAMES, ...NAMES].map((name) => paletteEntry({ name }));
    const lines = inFormat(value, colors)
      .split("\n")
      .filter((one) => one.startsWith(start));
    expect(lines).toHaveLength(colors.length);
    for (const one of lines) expect(one).toMatch(line);
    const names = lines.map((one) => one.trim().split(/[:=>]/, 2).join("="));
    expect(new Set(value === "android" ? lines.map((one) => one.split('"')[1]) : names).size).toBe(colors.length);
  });

  it("has a different file name for each format", () => {
    expect(new Set(PALETTE_FORMATS.map(({ fileName }) => fileName)).size).toBe(PALETTE_FORMATS.length);
  });
});
