import type { PaletteEntry, PaletteSeed } from "../document/colors";
import { contrastMatrix, REQUIRED_CONTRAST, ratioText, TEXT_CONTRAST } from "./contrast";
import { blankPalette, companionsOf } from "./harmonies";
import { contrastRatio, parseHex } from "./hex";
import { type Tone, toHex, toTone } from "./oklch";
import { substitutesOf, textsOn } from "./suggest-fix";
import { meetTargets, nearestTone, toneEntries } from "./tone-entries";

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

/** `entryIds` starts with foreground and background. */
export type PaletteWarning = {
  code: "contrast_unreachable" | "own_color_kept";
  message: string;
  entryIds: string[];
};

function contrastWarnings(palette: readonly PaletteEntry[], seedHex: string): PaletteWarning[] {
  const entryOf = new Map(palette.map((entry) => [entry.id, entry]));
  const constraining = palette.filter(
    ({ role, locked }) => locked && (role === "background" || REQUIRED_CONTRAST[role] !== undefined),
  );
  return contrastMatrix(palette)
    .filter((row) => !row.passes)
    .map((row): PaletteWarning => {
      const pair = [row.foregroundId, row.backgroundId].flatMap((id) => entryOf.get(id) ?? []);
      const names = pair.map((entry) => `"${entry.name}"`).join(" on ");
      const misses = `${names} has a contrast of ${ratioText(row.ratio)} and needs ${row.required}:1`;
      const [foreground] = pair;
      if (foreground?.role === "primary" && !foreground.locked && foreground.hex === seedHex) {
        const reason = "It is kept because it is the brand's own colour.";
        const message = `${misses}. ${reason}${alternatives(palette, foreground)}`;
        return { code: "own_color_kept", message, entryIds: pair.map(({ id }) => id) };
      }
      const locked = pair.every((entry) => entry.locked) ? pair : constraining;
      const reason = `${listNames(locked)} ${locked.length === 1 ? "is" : "are"} locked`;
      return {
        code: "contrast_unreachable",
        message: `${misses}, which is impossible because ${reason}.`,
        entryIds: [...new Set([...pair, ...locked].map((entry) => entry.id))],
      };
    });
}

/** Colours to use as text instead of the primary colour, and on it. */
function alternatives(palette: readonly PaletteEntry[], primary: PaletteEntry): string {
  const [instead, on] = [substitutesOf(palette, primary), textsOn(palette, primary)];
  const uses = [
    ...(instead.length > 0 ? [`${listNames(instead, "disjunction")} for text instead`] : []),
    ...(on.length > 0 ? [`${listNames(on, "disjunction")} for text on it`] : []),
  ];
  return uses.length > 0 ? ` Use ${uses.join(", and ")}.` : "";
}

function listNames(entries: readonly PaletteEntry[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat("en", { type }).format(entries.map((entry) => `"${entry.name}"`));
}

export type RegeneratedPalette = ReturnType<typeof regeneratePalette>;

/**
 * Sets the hex of every unlocked entry. The primary colour is the seed unless a locked colour sets the hue
 * (`anchorHues`). Text reaches 4.5:1 and primary and accent 3:1 on every background, or a warning says why not.
 *
 * Deterministic and idempotent. Locked entries are the same objects. An empty palette gets one entry per role, and two
 * companions if the seed is unreadable as text, which `added` explains. `changed` is false if no hex changed.
 * @throws TypeError if the seed or a locked entry isn't a hex colour
 */
export function regeneratePalette(input: { current: readonly PaletteEntry[]; seed: PaletteSeed; newId: () => string }) {
  const hex = parseHex(input.seed.hex);
  if (hex === null) throw new TypeError(`the seed is not a hex colour: ${input.seed.hex}`);
  const seed = { ...input.seed, hex };
  if (input.current.length === 0) {
    const { palette, added } = newPalette(seed, input.newId);
    return { palette, added, warnings: contrastWarnings(palette, hex), changed: true };
  }
  const palette = toned(input.current, seed);
  const changed = palette.some((entry, index) => entry !== input.current[index]);
  return { palette, added: null, warnings: contrastWarnings(palette, hex), changed };
}

function toned(entries: readonly PaletteEntry[], seed: PaletteSeed): PaletteEntry[] {
  const hexes = toneEntries(entries, seed);
  return entries.map((entry) => withHex(entry, hexes.get(entry) ?? entry.hex));
}

function newPalette(seed: PaletteSeed, newId: () => string): { palette: PaletteEntry[]; added: string | null } {
  const nine = blankPalette(seed.hex, newId);
  const palette = toned(nine, seed);
  const background = palette.find(({ role }) => role === "background")?.hex ?? "#ffffff";
  const ratio = contrastRatio(seed.hex, background);
  if (ratio >= TEXT_CONTRAST) return { palette, added: null };
  const companions = companionsOf(seed.hex, newId);
  const names = listNames(companions);
  const contrast = `${ratioText(ratio)}, too low for text (${TEXT_CONTRAST}:1)`;
  const added = `${seed.hex} is kept. Its contrast on the background is ${contrast}. Two colours were added: ${names}.`;
  return { palette: toned([...nine, ...companions], seed), added };
}

function withHex(entry: PaletteEntry, hex: string): PaletteEntry {
  if (entry.hex === hex) return entry;
  // A derived `rgb` must not outlive its hex.
  const { id, name, role, usage, locked } = entry;
  return { id, name, role, hex, usage, locked };
}
