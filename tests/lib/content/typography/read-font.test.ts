import { readFileSync } from "node:fs";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { describe, expect, it } from "vitest";
import { coversLanguage } from "@/lib/content";
import { inspectUpload, plainFont, readFont } from "@/lib/content/server";
import { coverageOf, KNOWN_LANGUAGES } from "@/lib/content/typography/coverage";
import { withoutWeight } from "@/lib/content/typography/publish-typography";
import { woff2 } from "../../../support/files";

const FONTS = "node_modules/geist/dist/fonts";
const sans = (name: string) => readFileSync(`${FONTS}/geist-sans/Geist-${name}.woff2`);
const mono = () => readFileSync(`${FONTS}/geist-mono/GeistMono-Variable.woff2`);
const factsOf = async (bytes: Buffer) => (await inspectUpload(bytes)).font;

/** The same font with other packed tables, which start after the directory. */
function repacked(font: Buffer, tables: Buffer): Buffer {
  const packedBytes = font.readUInt32BE(20);
  const start = [0, 1, 2, 3]
    .map((padding) => font.length - packedBytes - padding)
    .find((at) => {
      try {
        return brotliDecompressSync(font.subarray(at, at + packedBytes)).length > 0;
      } catch {
        return false;
      }
    });
  // The default quality takes seconds for 200 MB.
  const packed = brotliCompressSync(tables, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });
  const result = Buffer.concat([font.subarray(0, start), packed]);
  result.writeUInt32BE(result.length, 8);
  result.writeUInt32BE(packed.length, 20);
  return result;
}

describe("an uploaded font", () => {
  it("has its family, weights and style read, for static, variable and italic files", async () => {
    const read = await Promise.all(["Black", "Variable", "ExtraLightItalic"].map((name) => factsOf(sans(name))));
    expect(read.map((facts) => [facts?.family, facts?.weights, facts?.style])).toEqual([
      ["Geist", [900, 900], "normal"],
      ["Geist", [100, 900], "normal"],
      ["Geist", [200, 200], "italic"],
    ]);
  });

  it("belongs to one family even if its name has the weight of the variable font's master", async () => {
    const hebrew = (weight: number) =>
      readFileSync(`node_modules/@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-latin-${weight}-normal.woff2`);
    const read = await Promise.all([hebrew(400), hebrew(800)].map(factsOf));
    expect(read.map((facts) => [facts?.family, facts?.weights])).toEqual([
      ["Noto Sans Hebrew", [400, 400]],
      ["Noto Sans Hebrew", [800, 800]],
    ]);
  });

  it.each([
    ["Poppins ExtraBold", 800, false, "Poppins"],
    ["Poppins Thin", 250, false, "Poppins"],
    ["Manrope ExtraLight", 400, false, "Manrope"],
    ["Manrope ExtraLight ExtraBold", 800, false, "Manrope"],
    ["Manrope ExtraLight", 200, true, "Manrope"],
    ["Gill Sans Ultra Bold", 800, false, "Gill Sans"],
    ["Archivo Black", 400, false, "Archivo Black"],
    ["Black Han Sans", 400, false, "Black Han Sans"],
    ["Bold", 700, false, "Bold"],
  ])("named %s at %s (variable: %s) has the family %s", (name, weight, isVariable, family) => {
    expect(withoutWeight(name, { weight, isVariable })).toBe(family);
  });

  it("is distinguished from a fixed-width font and gets the most similar fallbacks", async () => {
    expect(await factsOf(mono())).toMatchObject({
      family: "Geist Mono",
      fixedWidth: true,
      fallbacks: ["Courier New", "monospace"],
      metrics: { local: "Courier New", size_adjust: 100, ascent_override: 100.5, descent_override: 29.5 },
    });
    expect(await factsOf(sans("Regular"))).toMatchObject({ fixedWidth: false, fallbacks: ["Arial", "sans-serif"] });
  });

  it("gets fallback metrics close to what others measure", async () => {
    const metrics = (await factsOf(sans("Regular")))?.metrics;
    // Written by Next.js for this font with Arial.
    const known = { size_adjust: 104.76, ascent_override: 95.94, descent_override: 28.16, line_gap_override: 0 };
    for (const [name, value] of Object.entries(known))
      expect(Math.abs(Number(metrics?.[name as keyof typeof known]) - value), name).toBeLessThan(1.5);
  });

  it("is measured as running text if it is variable, not in its default weight", async () => {
    const file = "node_modules/@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2";
    // In Chromium 0.46 of the em on average at 16 px, and 0.44 for Arial. Its default weight, 900, has 0.5.
    const { metrics } = (await factsOf(readFileSync(file))) ?? {};
    expect(metrics?.size_adjust).toBeCloseTo(104.6, 0);
    // Without readable variations, in the default weight.
    const plain = await plainFont(readFileSync(file));
    plain.write("none", plain.indexOf("gvar"));
    expect(await readFont(plain)).toMatchObject({
      family: "Fraunces",
      metrics: { size_adjust: expect.closeTo(115, 0) },
    });
  });

  it("lists the scripts and languages it covers", async () => {
    const facts = await factsOf(sans("Regular"));
    expect(facts?.scripts).toEqual(["Latn", "Cyrl"]);
    expect(facts?.languages).toEqual(expect.arrayContaining(["de", "en", "pl", "ru", "tr", "vi"]));
    expect(facts?.languages).not.toContain("el");
    const covers = (language: string) => facts && coversLanguage(facts, language);
    expect(["de-AT", "sr-Latn", "uk", "ja", "zh-Hant", "ar", "el"].map(covers)).toEqual([
      ...[true, true, true],
      ...[false, false, false, false],
    ]);
    expect(covers("no language at all")).toBe(null);
  });

  it("is only checked for languages with known letters", () => {
    expect(coverageOf(() => true).languages.join(" ")).toBe(KNOWN_LANGUAGES);
  });

  it("is stored unread if its content is damaged", async () => {
    expect(await inspectUpload(woff2())).toMatchObject({ mime: "font/woff2", font: null });
    const font = sans("Regular");
    expect(await factsOf(repacked(font, Buffer.alloc(1000)))).toBe(null);
    expect(await readFont(repacked(font, Buffer.alloc(1000)))).toBe(null);
    expect(await readFont(Buffer.from("wOF2"))).toBe(null);
  });

  it("is refused if it unpacks to more than declared", async () => {
    const font = sans("Regular");
    const bomb = repacked(font, Buffer.alloc(200 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(10_000);
    expect(await inspectUpload(bomb)).toMatchObject({ mime: "font/woff2", font: null });
  });
});
