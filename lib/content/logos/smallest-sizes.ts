import type { LogoEntry } from "../document/brand-document";

/** How wide a logo must be at least, on screens or in print. */
export interface SmallestSize {
  unit: "px" | "mm";
  value: number;
  /** The width in inches at which it is drawn at true size: CSS counts 96 pixels to one. */
  inches: number;
}

const PX_PER_INCH = 96;
const MM_PER_INCH = 25.4;

/** The smallest widths of a logo that a brand states, on screens before print: those of its rule, and the width beside it where that names no pixels. */
export function smallestSizes({ min_width_px, rule }: Pick<LogoEntry, "min_width_px" | "rule">): SmallestSize[] {
  const px = rule?.minimum_size?.px ?? min_width_px;
  const mm = rule?.minimum_size?.mm ?? 0;
  return [
    ...(px > 0 ? [{ unit: "px" as const, value: px, inches: px / PX_PER_INCH }] : []),
    ...(mm > 0 ? [{ unit: "mm" as const, value: mm, inches: mm / MM_PER_INCH }] : []),
  ];
}

/** `96 px on screens`, `20 mm in print`. */
export const smallestSizeText = ({ unit, value }: SmallestSize): string =>
  unit === "px" ? `${value} px on screens` : `${value} mm in print`;
