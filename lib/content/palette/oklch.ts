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

// `culori/fn` includes only registered colour spaces, which keeps the other thirty out of browser bundles.
registerMode(modeRgb);
registerMode(modeLrgb);
registerMode(modeOklab);
registerMode(modeOklch);

/** OKLCH: `l` 0 to 1, `c` 0 to 0.4, `h` 0 to 360 degrees (0 for a grey). */
export type Tone = { l: number; c: number; h: number };

const toOklchMode = converter("oklch");
const toRgbMode = converter("rgb");
// Without CSS Color 4 clipping, which can shift a hue by eight degrees. Harmonies depend on exact angles.
const reduceChroma = toGamut("rgb", "oklch", null);
const oklabDistance = differenceEuclidean("oklab");

/** Below this chroma the hue is rounding noise and the colour looks grey. */
const CHROMATIC_FROM = 0.02;

/** Half a step of an eight-bit channel: the rounding error of hex. */
const HALF_STEP = 0.5 / 255;

/** @throws TypeError if it isn't a hex colour */
export function toTone(hex: string): Tone {
  const color = /^#[0-9a-f]{3}(?:[0-9a-f]{3})?$/i.test(hex) ? toOklchMode(hex) : undefined;
  if (color === undefined) throw new TypeError(`not a hex colour: ${hex}`);
  return { l: color.l, c: color.c, h: color.h ?? 0 };
}

/** The hex of a tone with as much of its chroma as sRGB can show. Round-trips with `toTone`. */
export function toHex(tone: Tone): string {
  // Gamut reduction can miss black and white by one step.
  if (tone.l <= 0 || tone.l >= 1) return tone.l <= 0 ? "#000000" : "#ffffff";
  const wanted: Oklch = { mode: "oklch", ...tone };
  const rgb = toRgbMode(wanted);
  // Reduction would move a colour on the edge of the gamut by a step, because of its own rounding error.
  const fits = [rgb.r, rgb.g, rgb.b].every((channel) => channel >= -HALF_STEP && channel <= 1 + HALF_STEP);
  return formatHex(fits ? rgb : reduceChroma(wanted));
}

/** Whether the tone has a visible hue. */
export function isChromatic(tone: Pick<Tone, "c">): boolean {
  return tone.c >= CHROMATIC_FROM;
}

/** Euclidean distance in OKLab: 0 for equal, 1 from black to white. */
export function perceivedDistance(hexA: string, hexB: string): number {
  return oklabDistance(hexA, hexB);
}

/** The shorter turn between hues in degrees, -180 to 180. Positive is counter-clockwise. */
export function hueTurn(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}
