import type { Font } from "fontkitten";
import { type StoredFontFile, TYPOGRAPHY_LIMITS } from "@/lib/brand-document";
import type { FontMetrics } from "@/lib/contract";
import { coverageOf } from "./coverage";
import { withoutWeight } from "./family-name";
import { metricsBeside, type StandIn } from "./stand-in-metrics";

/** What a font file says of itself. */
export interface FontFacts {
  family: string;
  weights: StoredFontFile["weights"];
  style: StoredFontFile["style"];
  scripts: string[];
  languages: string[];
  fixedWidth: boolean;
  /** Families to fall back to that look the likest. */
  fallbacks: string[];
  /** Null without the letters a to z, by which the room of two fonts is compared. */
  metrics: FontMetrics | null;
  /** Where its licence can be read; empty where it does not say. */
  licenseUrl: string;
  /** Its maker has set the bit that forbids to embed it. */
  embeddingForbidden: boolean;
}

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

function styleOf(font: Font): FontFacts["style"] {
  const { italic, oblique } = font["OS/2"].fsSelection;
  if (italic) return "italic";
  return oblique || font.italicAngle !== 0 ? "oblique" : "normal";
}

/** Whether letters that differ most take the same room; a font without them is not told from others by it. */
function hasFixedWidth(font: Font): boolean {
  const codePoints = [..."iMn0"].map((letter) => letter.codePointAt(0) ?? 0);
  if (!codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint))) return false;
  return new Set(codePoints.map((codePoint) => font.glyphForCodePoint(codePoint).advanceWidth)).size === 1;
}

/** Serifs by the classification that its maker gave: PANOSE, or the class of IBM before it (OpenType, OS/2). */
function hasSerifs(font: Font): boolean {
  const { panose, sFamilyClass } = font["OS/2"];
  const [kind, serif = 0] = panose;
  if (kind === 2 && serif > 1) return serif <= 10;
  return [1, 2, 3, 4, 5, 7].includes(sFamilyClass >> 8);
}

/** The family whose files differ by weight and style alone (OpenType, names 21, 16 and 1), without what must not stand in a name. */
function nameOf(font: Font): string {
  const name = font.getName("wwsFamilyName") ?? font.getName("preferredFamily") ?? font.familyName;
  const cut = { weight: weightsOf(font)[0], isVariable: font.variationAxes.wght !== undefined };
  return withoutWeight(name.replaceAll(/["'\\<>{};\p{Cc}]/gu, "").trim(), cut).slice(0, TYPOGRAPHY_LIMITS.name);
}

function factsOf(font: Font): FontFacts {
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
    metrics: metricsBeside(standIn, font),
    licenseUrl: /^https?:\/\//.test(licenseUrl) && licenseUrl.length <= TYPOGRAPHY_LIMITS.text ? licenseUrl : "",
    embeddingForbidden: font["OS/2"].fsType.noEmbedding,
  };
}

/**
 * Reads what a WOFF2 file says of itself: family, weight, style, what it can write, and its measures. Null for a collection and for what
 * cannot be read. For a process of its own: the reader is a stranger's code on a stranger's bytes; whoever calls has bounded what they unpack to.
 */
export async function readFont(bytes: Buffer): Promise<FontFacts | null> {
  const { create } = await import("fontkitten");
  try {
    const font = create(bytes);
    return font.isCollection ? null : factsOf(font);
  } catch {
    // Whatever is wrong with it, it is not read; a browser's own sanitiser has the last word on whether it is shown.
    return null;
  }
}
