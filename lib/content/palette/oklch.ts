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

// culori/fn ships no colour space unless it is asked for, which keeps the other thirty out of a browser's bundle.
registerMode(modeRgb);
registerMode(modeLrgb);
registerMode(modeOklab);
registerMode(modeOklch);

/** OKLCH with a hue that always exists: `l` 0..1, `c` 0..0.4, `h` in degrees 0..360 (0 for a grey). */
export type Tone = { l: number; c: number; h: number };

const toOklchMode = converter("oklch");
const toRgbMode = converter("rgb");
// Without the clipping of CSS Color 4, which may turn a hue by eight degrees: a harmony is made of its angles.
const reduceChroma = toGamut("rgb", "oklch", null);
const oklabDistance = differenceEuclidean("oklab");

/** Below this chroma a hue is noise of the eight-bit channels, and the eye sees a grey. */
const CHROMATIC_FROM = 0.02;

/** Half of one step of an eight-bit channel: what rounding to hex takes away anyhow. */
const HALF_STEP = 0.5 / 255;

/** Gives the tone of a hex colour. Throws a `TypeError` for anything that is not a hex colour. */
export function toTone(hex: string): Tone {
  const color = /^#[0-9a-f]{3}(?:[0-9a-f]{3})?$/i.test(hex) ? toOklchMode(hex) : undefined;
  if (color === undefined) throw new TypeError(`not a hex colour: ${hex}`);
  return { l: color.l, c: color.c, h: color.h ?? 0 };
}

/** Gives the canonical hex of a tone, with as much of its chroma as sRGB can show; `toHex(toTone(hex))` is `hex`. */
export function toHex(tone: Tone): string {
  // Black and white themselves: the reduction may end a step beside them.
  if (tone.l <= 0 || tone.l >= 1) return tone.l <= 0 ? "#000000" : "#ffffff";
  const wanted: Oklch = { mode: "oklch", ...tone };
  const rgb = toRgbMode(wanted);
  // The reduction would move a colour on the very edge of the gamut by a step, for the rounding error of its own conversion.
  const fits = [rgb.r, rgb.g, rgb.b].every((channel) => channel >= -HALF_STEP && channel <= 1 + HALF_STEP);
  return formatHex(fits ? rgb : reduceChroma(wanted));
}

/** Says whether the tone has a hue worth speaking of. */
export function isChromatic(tone: Pick<Tone, "c">): boolean {
  return tone.c >= CHROMATIC_FROM;
}

/** Gives the Euclidean distance of two colours in OKLab: 0 for equal, 1 from black to white. */
export function perceivedDistance(hexA: string, hexB: string): number {
  return oklabDistance(hexA, hexB);
}

/** Gives the shorter way round from one hue to another, in degrees, -180..180; positive is counter-clockwise. */
export function hueTurn(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}
