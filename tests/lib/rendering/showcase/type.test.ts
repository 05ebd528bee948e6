import { readFileSync } from "node:fs";
import { create, type Font } from "fontkit";
import { describe, expect, it } from "vitest";
import { plainFont } from "@/lib/content/server";
import { breakLines, pieces } from "@/lib/rendering/showcase/type/break-lines";
import { directionOf } from "@/lib/rendering/showcase/type/direction";
import { covers, outlineOf, shapeable } from "@/lib/rendering/showcase/type/runs";

const FONTS = "node_modules/geist/dist/fonts";
const packed = (name: string) => readFileSync(`${FONTS}/${name}.woff2`);

describe("a WOFF2 font unpacked", () => {
  it.each(["geist-sans/Geist-Bold", "geist-sans/Geist-Variable", "geist-mono/GeistMono-Light"])(
    "draws each letter of %s like the TrueType original",
    async (name) => {
      const unpacked = create(await plainFont(packed(name)));
      const made = create(readFileSync(`${FONTS}/${name}.ttf`));
      for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÖÜßçéñ0123456789&@%Жя“”—")
        expect([char, outlineOf(unpacked, char, 100)]).toEqual([char, outlineOf(made, char, 100)]);
    },
  );

  it("has the weights between its ends", async () => {
    const font = create(await plainFont(packed("geist-sans/Geist-Variable")));
    const [light, bold] = [300, 800].map((wght) => outlineOf(font.getVariation({ wght }), "Hamburg", 100).width);
    expect(bold).toBeGreaterThan((light ?? 0) + 5);
  });

  it.each([
    ["cut off", packed("geist-sans/Geist-Bold").subarray(0, 4_000)],
    ["empty except for its name", Buffer.from("wOF2")],
  ])("is refused when it is %s", async (_, bytes) => {
    await expect(plainFont(bytes)).rejects.toThrow();
  });
});

it("reports which texts it covers, ignoring invisible characters", async () => {
  const font = create(await plainFont(packed("geist-sans/Geist-Bold")));
  expect(covers(font, "Größe\u00a0\u200bŽ Ж")).toBe(true);
  expect(covers(font, "珈琲")).toBe(false);
  expect(covers(font, "قهوة")).toBe(false);
});

it.each([
  ["น้ำใจ", "น\u0e4d\u0e49\u0e32ใจ"],
  ["ทำกำ", "ท\u0e4d\u0e32ก\u0e4d\u0e32"],
  ["ນ້ຳ", "ນ\u0ecd\u0ec9\u0eb2"],
])("puts the ring of %s below its tone mark", (text, given) => {
  const fontWith = (has: (char: number) => boolean) => ({ hasGlyphForCodePoint: has }) as Font;
  expect(
    shapeable(
      fontWith(() => true),
      text,
    ),
  ).toBe(given);
  expect(
    shapeable(
      fontWith((char) => char !== 0x0e4d && char !== 0x0ecd),
      text,
    ),
  ).toBe(text);
});

it.each([
  ["Thai", "น้ำดื่มต่างๆ", "น้ำ|ดื่ม|ต่างๆ"],
  ["Lao", "ນ້ຳນີ້ໆ", "ນ້ຳ|ນີ້ໆ"],
  ["Khmer", "ផ្សេងៗនៅភ្នំពេញ។", "ផ្សេងៗ|នៅ|ភ្នំពេញ។"],
  ["Burmese", "ရေသန့်ကို", "ရေ|သန့်|ကို"],
  ["Japanese", "価格は¥1,200、100€、#1の@hub", "価格|は|¥1,200、|100€、|#1|の|@hub"],
])("lets lines of %s end between words, with each mark at its word", (_, text, parts) => {
  expect(pieces(text).join("|")).toBe(parts);
});

describe("lines", () => {
  const room = { width: 10, maxLines: 3, widthOf: (line: string) => [...line].length };

  it.each([
    ["breaks at spaces", "one two three", ["one two", "three"], true],
    ["breaks a word that is wider than a line", "Donaudampfschifffahrt", ["Donaudampf", "schifffahr", "t"], false],
    ["cuts the remaining text", "one two three four five six seven", ["one two", "three four", "five six…"], false],
    [
      "breaks between words without spaces, and starts no line with a mark",
      "海を渡ってきた、ゆっくり育つ一杯。",
      ["海を渡ってきた、", "ゆっくり育つ一杯。"],
      true,
    ],
    ["returns nothing for an empty text", "  ", [], true],
  ])("%s", (_, text, lines, whole) => {
    expect(breakLines(text, room)).toEqual({ lines, whole });
  });

  it("measures a word wider than a line at few lengths", () => {
    const measured: number[] = [];
    const widthOf = (line: string) => measured.push(line.length) && line.length;
    const { lines } = breakLines("m".repeat(2_000), { width: 40, maxLines: 3, widthOf });
    expect(lines).toEqual(["m".repeat(40), "m".repeat(40), `${"m".repeat(39)}…`]);
    expect(measured.length).toBeLessThan(80);
    expect(measured.filter((length) => length > 100).every((length) => length === 2_000)).toBe(true);
  });

  it("keeps a letter with its marks", () => {
    const { lines } = breakLines("👩‍🚀👩‍🚀👩‍🚀", { ...room, width: 5, widthOf: (line) => [...line].length });
    expect(lines.join("")).toContain("👩‍🚀");
  });
});

it.each([
  ["Café", "ltr"],
  ["قهوة", "rtl"],
  ["42 قهوة", "rtl"],
  ["Café قهوة", "ltr"],
  ["שלום", "rtl"],
  ["123", "ltr"],
])("reads %s from its first letter: %s", (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
