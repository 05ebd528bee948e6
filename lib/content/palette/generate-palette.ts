import type { PaletteEntry, PaletteSeed } from "../document/colors";
import { REQUIRED_CONTRAST } from "./contrast";
import { type Tone, toHex, toTone } from "./oklch";
import { regeneratePalette } from "./regenerate-palette";
import { meetTargets, nearestTone } from "./tone-entries";

/** For a brand without a colour. */
export const DEFAULT_SEED: Readonly<PaletteSeed> = { hex: "#2563c9", harmony: "analogous" };

/**
 * One entry per role, with text at 4.5:1 and accent at 3:1 on the background. The primary colour is the seed, with two
 * companions if it is unreadable as text.
 * @throws TypeError if the seed isn't a hex colour
 */
export function generatePalette(input: { seed?: PaletteSeed; newId: () => string }): PaletteEntry[] {
  return regeneratePalette({ current: [], seed: input.seed ?? DEFAULT_SEED, newId: input.newId }).palette;
}

const DARK_GROUND = 0.19;
/** Share of the difference between light backgrounds that remains. */
const KEPT_APART = 0.6;
const GROUND_CHROMA = 0.02;
/** Non-text (WCAG 2.2, 1.4.11). */
const SEEN = 3;

const clamp = (value: number, from: number, to: number) => Math.max(from, Math.min(to, value));

const ground = ({ l, c, h }: Tone): Tone =>
  l < 0.5 ? { l, c, h } : { l: DARK_GROUND + (1 - l) * KEPT_APART, c: Math.min(c, GROUND_CHROMA), h };

function wanted(role: PaletteEntry["role"], tone: Tone): Tone {
  if (role === "text") return { ...tone, l: Math.max(tone.l, 1 - tone.l * 0.25) };
  if (role === "neutral") return { ...tone, l: clamp(1.15 - tone.l, 0.28, 0.9) };
  return tone;
}

/**
 * Dark colours by id. Light backgrounds become dark in the same hue, text becomes light, neutrals are inverted. Others
 * get lighter until visible on every dark background. Deterministic.
 */
export function proposeDark(palette: readonly PaletteEntry[]): Record<string, string> {
  const grounds = palette.filter(({ role }) => role === "background");
  const dark = new Map(grounds.map(({ id, hex }) => [id, toHex(ground(toTone(hex)))]));
  const against = dark.size > 0 ? [...dark.values()] : [toHex({ l: DARK_GROUND, c: 0, h: 0 })];
  for (const { id, role, hex } of palette) {
    if (dark.has(id)) continue;
    const tone = wanted(role, toTone(hex));
    const ratio = role === "neutral" ? 1 : (REQUIRED_CONTRAST[role] ?? SEEN);
    const targets = against.map((one) => ({ against: one, ratio }));
    dark.set(id, nearestTone(tone, (candidate) => meetTargets(candidate, targets)).hex);
  }
  return Object.fromEntries(palette.map(({ id, hex }) => [id, dark.get(id) ?? hex]));
}

export const darkPalette = (
  palette: readonly PaletteEntry[],
  dark: Readonly<Record<string, string>> = {},
): PaletteEntry[] => palette.map((entry) => ({ ...entry, hex: dark[entry.id] ?? entry.hex }));
