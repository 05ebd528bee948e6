import { UnsupportedFile } from "@/lib/platform/errors";
import { MAX_PIXELS } from "../inspect/limits";
import type { SvgElement } from "./parse-svg";

const PIXELS_PER_UNIT: Record<string, number> = {
  "": 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};

/** Of a picture that has only a viewBox. */
const MAX_DERIVED_PX = 4_096;

export type SvgSize = { width: number; height: number; report: string[] };

/**
 * Sets width, height and viewBox, so the picture has a size and scales. Returns whole CSS pixels, at least 1.
 * @throws UnsupportedFile `file_invalid` without any size, `file_pixels` over 25 megapixels
 */
export function fixSize(root: SvgElement): SvgSize {
  const report: string[] = [];
  const viewBox = parseViewBox(root.attributes.get("viewBox"));
  const width = parseLength(root.attributes.get("width"));
  const height = parseLength(root.attributes.get("height"));
  const size = completeSize(width, height, viewBox);
  if (size === null) {
    throw new UnsupportedFile("file_invalid", "This SVG has no viewBox and no width and height. Export it again.");
  }
  if (!isPixels(root.attributes.get("width")) || !isPixels(root.attributes.get("height"))) {
    root.attributes.set("width", decimal(size.width));
    root.attributes.set("height", decimal(size.height));
    report.push(`Set the size to ${decimal(size.width)} × ${decimal(size.height)} pixels.`);
  }
  if (viewBox === null) {
    root.attributes.set("viewBox", `0 0 ${decimal(size.width)} ${decimal(size.height)}`);
    report.push("Added a viewBox so the picture scales.");
  }
  const pixels = { width: Math.max(1, Math.round(size.width)), height: Math.max(1, Math.round(size.height)) };
  if (pixels.width * pixels.height > MAX_PIXELS) {
    const dimensions = `${pixels.width} × ${pixels.height}`;
    throw new UnsupportedFile("file_pixels", `This SVG is ${dimensions} pixels. The limit is 25 megapixels.`);
  }
  return { ...pixels, report };
}

type Size = { width: number; height: number };

function completeSize(width: number | null, height: number | null, viewBox: Size | null): Size | null {
  if (width !== null && height !== null) return { width, height };
  if (viewBox === null) return null;
  if (width !== null) return { width, height: (width * viewBox.height) / viewBox.width };
  if (height !== null) return { width: (height * viewBox.width) / viewBox.height, height };
  // Units aren't pixels: a grid of 50,000 isn't larger than one of 24.
  const scale = Math.min(1, MAX_DERIVED_PX / Math.max(viewBox.width, viewBox.height));
  return { width: viewBox.width * scale, height: viewBox.height * scale };
}

/** Renderers disagree about other units. */
function isPixels(value: string | undefined): boolean {
  return parseLength(value) !== null && /[\d.](?:px)?$/i.test(short(value));
}

/** Null for percentages and font-relative units. */
function parseLength(value: string | undefined): number | null {
  const [, number = "", unit = ""] = /^\+?(\d+\.?\d*|\.\d+)([a-z]*)$/i.exec(short(value)) ?? [];
  const factor = PIXELS_PER_UNIT[unit.toLowerCase()];
  const pixels = Number(number) * (factor ?? Number.NaN);
  return number !== "" && pixels > 0 && Number.isFinite(pixels) ? pixels : null;
}

function parseViewBox(value: string | undefined): Size | null {
  const numbers = short(value)
    .split(/\s*,\s*|\s+/)
    .map(Number);
  const [, , width = 0, height = 0] = numbers;
  return numbers.length === 4 && numbers.every(Number.isFinite) && width > 0 && height > 0 ? { width, height } : null;
}

/** Longer values are invalid and would slow down the patterns. */
function short(value = ""): string {
  return value.length > 200 ? "" : value.trim();
}

function decimal(value: number): string {
  return String(Number(value.toFixed(3)));
}
