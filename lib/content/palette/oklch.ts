import {
  converter,
  differenceEuclidean,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode as registerMode,
  toGamut,
} from "culori/fn";

// Unregistered colour spaces stay out of browser bundles.
registerMode(modeRgb);
registerMode(modeLrgb);
registerMode(modeOklab);
registerMode(modeOklch);

/** `l` 0 to 1, `c` 0 to 0.4, `h` 0 to 360 degrees (0 for a grey). */
export type Tone = { l: number; c: number; h: number };

const toOklchMode = converter("oklch");
const toRgbMode = converter("rgb");
// CSS Color 4 clipping can shift a hue by eight degrees, and harmonies depend on exact angles.
const reduceChroma = toGamut("rgb", "oklch", null);
const oklabDistance = differenceEuclidean("oklab");

/** Below this, the hue is rounding noise. */
const CHROMATIC_FROM = 0.02;

/** The rounding error of hex. */
const HALF_STEP = 0.5 / 255;

/** @throws TypeError if it isn't a hex colour */
export function toTone(hex: string): Tone {
  const color = /^#[0-9a-f]{3}(?:[0-9a-f]{3})?$/i.test(hex) ? toOklchMode(hex) : undefined;
  if (color === undefined) throw new TypeError(`not a hex colour: ${hex}`);
  return { l: color.l, c: color.c, h: color.h ?? 0 };
}

/** Keeps as much chroma as sRGB can show. Round-trips with `toTone`. */
export function toHex(tone: Tone): string {
  // Gamut reduction can miss these by one step.
  if (tone.l <= 0 || tone.l >= 1) return tone.l <= 0 ? "#000000" : "#ffffff";
  const wanted: Oklch = { mode: "oklch", ...tone };
  const rgb = toRgbMode(wanted);
  // Reduction would move a colour on the gamut's edge by a step, through rounding.
  const fits = [rgb.r, rgb.g, rgb.b].every((channel) => channel >= -HALF_STEP && channel <= 1 + HALF_STEP);
  return formatHex(fits ? rgb : reduceChroma(wanted));
}

export function isChromatic(tone: Pick<Tone, "c">): boolean {
  return tone.c >= CHROMATIC_FROM;
}

/** Euclidean distance in OKLab: 0 for equal, 1 from black to white. */
export function perceivedDistance(hexA: string, hexB: string): number {
  return oklabDistance(hexA, hexB);
}

/** The shorter turn in degrees, -180 to 180. Positive is counter-clockwise. */
export function hueTurn(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}
