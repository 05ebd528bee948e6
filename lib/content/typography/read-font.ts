import type { Font } from "fontkitten";
import type { FontMetrics } from "@/lib/contract";
import type { StoredFontFile } from "../document/typography";
import { TYPOGRAPHY_LIMITS } from "../document/words";
import { coverageOf } from "./coverage";
import { withoutWeight } from "./publish-typography";

const LETTERS = "abcdefghijklmnopqrstuvwxyz ";
/** Per 1,000 characters of English text. */
const FREQUENCY = [
  65, 12, 22, 34, 102, 18, 16, 49, 56, 1, 6, 32, 20, 54, 60, 15, 1, 48, 51, 73, 22, 8, 19, 1, 16, 1, 198,
];

/** In thousandths of the em, from Adobe's metrics of the originals. */
const WIDTHS = {
  Arial: [
    556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
    500, 500, 500, 278,
  ],
  "Times New Roman": [
    444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722,
    500, 500, 444, 250,
  ],
  "Courier New": new Array<number>(LETTERS.length).fill(600),
};

/** Nearly every machine has these. */
type StandIn = keyof typeof WIDTHS;

const averageOf = (widths: readonly number[]): number => {
  const total = FREQUENCY.reduce((sum, count) => sum + count, 0);
  return widths.reduce((sum, width, index) => sum + width * (FREQUENCY[index] ?? 0), 0) / total;
};

const percent = (share: number): number => Math.round(share * 10_000) / 100;

/**
 * Makes a local fallback take the same space as this font, so the page doesn't shift when it loads (CSS Fonts 4 and 5).
 * Null if letters are missing.
 */
function fallbackMetrics(local: StandIn, font: Font): FontMetrics | null {
  const codePoints = [...LETTERS].map((letter) => letter.codePointAt(0) ?? 0);
  if (!codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint))) return null;
  const widths = codePoints.map((codePoint) => font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm);
  const sizeAdjust = (averageOf(widths) * 1000) / averageOf(WIDTHS[local]);
  const overrideOf = (measure: number) => percent(Math.max(0, measure) / font.unitsPerEm / sizeAdjust);
  const metrics = {
    local,
    size_adjust: percent(sizeAdjust),
    ascent_override: overrideOf(font.ascent),
    descent_override: overrideOf(-font.descent),
    line_gap_override: overrideOf(font.lineGap),
  };
  return Object.values(metrics).every((value) => typeof value === "string" || Number.isFinite(value)) && sizeAdjust > 0
    ? metrics
    : null;
}

/**
 * Unpacks to TrueType or OpenType, because outline readers and PDF writers ignore the axes of packed variable fonts.
 * @throws for an invalid font
 */
export async function plainFont(bytes: Buffer): Promise<Buffer> {
  if (bytes.toString("latin1", 0, 4) !== "wOF2") return bytes;
  const { default: decompress } = await import("woff2-encoder/decompress");
  return Buffer.from(await decompress(bytes));
}

/** Measures a variable font as running text: its default can be black, or drawn for the smallest print. */
async function metricsOf(local: StandIn, font: Font, bytes: Buffer): Promise<FontMetrics | null> {
  if (!font.variationAxes.wght && !font.variationAxes.opsz) return fallbackMetrics(local, font);
  try {
    const { create } = await import("fontkitten");
    const plain = create(await plainFont(bytes));
    return fallbackMetrics(local, plain.isCollection ? font : plain.getVariation({ wght: 400, opsz: 16 }));
  } catch {
    // Its variations are unreadable, but not its default.
    return fallbackMetrics(local, font);
  }
}

export type FontFacts = Awaited<ReturnType<typeof factsOf>>;

const FALLBACKS: Record<StandIn, string[]> = {
  Arial: ["Arial", "sans-serif"],
  "Times New Roman": ["Times New Roman", "serif"],
  "Courier New": ["Courier New", "monospace"],
};

const weightOf = (weight: number): number => Math.min(1000, Math.max(1, Math.round(weight)));

function weightsOf(font: Font): [number, number] {
  const axis = font.variationAxes.wght;
  if (axis) return [weightOf(axis.min), weightOf(Math.max(axis.min, axis.max))];
  const { usWeightClass } = font["OS/2"];
  // Old fonts count from 1 to 9.
  const weight = weightOf(usWeightClass < 10 ? usWeightClass * 100 : usWeightClass);
  return [weight, weight];
}

function styleOf(font: Font): StoredFontFile["style"] {
  const { italic, oblique } = font["OS/2"].fsSelection;
  if (italic) return "italic";
  return oblique || font.italicAngle !== 0 ? "oblique" : "normal";
}

/** False if letters are missing. */
function hasFixedWidth(font: Font): boolean {
  const codePoints = [..."iMn0"].map((letter) => letter.codePointAt(0) ?? 0);
  if (!codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint))) return false;
  return new Set(codePoints.map((codePoint) => font.glyphForCodePoint(codePoint).advanceWidth)).size === 1;
}

/** PANOSE, else the older IBM class (OpenType, OS/2). */
function hasSerifs(font: Font): boolean {
  const { panose, sFamilyClass } = font["OS/2"];
  const [kind, serif = 0] = panose;
  if (kind === 2 && serif > 1) return serif <= 10;
  return [1, 2, 3, 4, 5, 7].includes(sFamilyClass >> 8);
}

/** OpenType names 21, 16 and 1, without characters unsafe in CSS. */
function nameOf(font: Font): string {
  const name = font.getName("wwsFamilyName") ?? font.getName("preferredFamily") ?? font.familyName;
  const cut = { weight: weightsOf(font)[0], isVariable: font.variationAxes.wght !== undefined };
  return withoutWeight(name.replaceAll(/["'\\<>{};\p{Cc}]/gu, "").trim(), cut).slice(0, TYPOGRAPHY_LIMITS.name);
}

async function factsOf(font: Font, bytes: Buffer) {
  const fixedWidth = hasFixedWidth(font);
  const standIn: StandIn = fixedWidth ? "Courier New" : hasSerifs(font) ? "Times New Roman" : "Arial";
  const known = new Set(font.characterSet);
  const licenseUrl = font.getName("licenseURL")?.trim() ?? "";
  return {
    family: nameOf(font) || "Unnamed",
    weights: weightsOf(font),
    style: styleOf(font),
    ...coverageOf((codePoint) => known.has(codePoint)),
    fixedWidth,
    fallbacks: FALLBACKS[standIn],
    /** Null unless the font has the letters a to z. */
    metrics: await metricsOf(standIn, font, bytes),
    licenseUrl: /^https?:\/\//.test(licenseUrl) && licenseUrl.length <= TYPOGRAPHY_LIMITS.text ? licenseUrl : "",
    embeddingForbidden: font["OS/2"].fsType.noEmbedding,
  };
}

/**
 * Null for a collection or an unreadable font. For job processes only: a third-party parser reads untrusted bytes. The
 * caller must limit the unpacked size.
 */
export async function readFont(bytes: Buffer): Promise<FontFacts | null> {
  const { create } = await import("fontkitten");
  try {
    const font = create(bytes);
    return font.isCollection ? null : await factsOf(font, bytes);
  } catch {
    // Stored all the same. The browser's sanitiser decides whether to show it.
    return null;
  }
}
