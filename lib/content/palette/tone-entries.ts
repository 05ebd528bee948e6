import type { ColorRole } from "@/lib/contract";
import type { PaletteEntry, PaletteSeed } from "../document/colors";
import { REQUIRED_CONTRAST, TEXT_CONTRAST } from "./contrast";
import { anchorHues, GREY_INTERVALS, HARMONY_INTERVALS, VISIBLE_LIGHTNESS } from "./harmonies";
import { contrastRatio } from "./hex";
import { isChromatic, type Tone, toHex, toTone } from "./oklch";

export type ContrastTarget = { against: string; ratio: number };

type Lightnesses = { from: number; to: number };

const LIGHTNESS_STEP = 0.001;
const ANY: Lightnesses = { from: 0, to: 1 };

/** 1 if all are met, else less. Earlier targets outweigh all later ones. */
export function meetTargets(hex: string, targets: readonly ContrastTarget[]): number {
  const reached = targets.map(({ against, ratio }) => Math.min(contrastRatio(hex, against) / ratio, 1));
  if (reached.every((share) => share === 1)) return 1;
  return reached.reduce((sum, share, index) => sum + (share === 1 ? 1 : share / 2) / 2 ** (index + 1), 0) * 0.99;
}

/**
 * The colour that scores 1 with the smallest change of OKLCH lightness, in steps of 0.001. Otherwise the best one
 * found, with its score.
 */
export function nearestTone(
  wanted: Tone,
  score: (hex: string) => number,
  within: Lightnesses = ANY,
): { hex: string; score: number } {
  let best = { hex: "", score: Number.NEGATIVE_INFINITY };
  let previous = "";
  for (const l of lightnessesAround(wanted.l, within)) {
    const hex = toHex({ ...wanted, l });
    if (hex === previous) continue;
    previous = hex;
    const reached = score(hex);
    if (reached > best.score) best = { hex, score: reached };
    if (reached >= 1) break;
  }
  return best;
}

function* lightnessesAround(center: number, { from, to }: Lightnesses): Generator<number> {
  yield center;
  const steps = Math.ceil(1 / LIGHTNESS_STEP);
  for (let step = 1; step <= steps; step++) {
    const below = center - step * LIGHTNESS_STEP;
    const above = center + step * LIGHTNESS_STEP;
    // Always tries both ends, such as black and white.
    if (below > from - LIGHTNESS_STEP) yield Math.max(below, from);
    if (above < to + LIGHTNESS_STEP) yield Math.min(above, to);
  }
}

const GREYS = Array.from({ length: 256 }, (_, level) => `#${level.toString(16).padStart(2, "0").repeat(3)}`);

/**
 * 1 if locked foregrounds are readable on it, unlocked ones can be on all backgrounds, and one ink is readable on it
 * and the kept primary colour.
 */
function backgroundScore(
  entries: readonly PaletteEntry[],
  keptPrimary: string | undefined,
): (candidate: string, settled: readonly string[]) => number {
  const targets = entries
    .flatMap(({ role, hex, locked }) => {
      const ratio = REQUIRED_CONTRAST[role];
      return locked && ratio !== undefined ? [{ against: hex, ratio }] : [];
    })
    .sort((a, b) => b.ratio - a.ratio);
  const strictest = Math.max(0, ...entries.map(({ role, locked }) => (locked ? 0 : (REQUIRED_CONTRAST[role] ?? 0))));
  return (candidate, settled) => {
    const score = meetTargets(candidate, targets);
    if (settled.length === 0) return hasInkFor(keptPrimary, candidate) ? score : score * 0.99;
    // Black or white always works on one background.
    return isReachable([...settled, candidate], strictest) ? score : score / 2;
  };
}

function isDark(hex: string): boolean {
  return contrastRatio(hex, "#ffffff") > contrastRatio(hex, "#000000");
}

/** Tries the background itself as ink, else the extreme furthest from it. */
function hasInkFor(primary: string | undefined, background: string): boolean {
  if (primary === undefined) return true;
  const inks = [background, isDark(background) ? "#ffffff" : "#000000"];
  return inks.some((ink) => contrastRatio(primary, ink) >= TEXT_CONTRAST);
}

function isReachable(backgrounds: readonly string[], ratio: number): boolean {
  return GREYS.some((grey) => backgrounds.every((background) => contrastRatio(grey, background) >= ratio));
}

const FURTHER_ENTRY = { step: 0.09, chroma: 0.85 };
const FURTHER_BACKGROUND_STEP = 0.03;
/** Unlocked backgrounds stay near white or black, so no locked brand colour turns them grey. */
const LIGHT_PAGE: Lightnesses = { from: 0.94, to: 1 };
const DARK_PAGE: Lightnesses = { from: 0, to: 0.24 };
/** Better than failing on a background, worse than also carrying text. */
const UNINKED = 0.995;

/** `given` fixes the role's first entry, its lead. `scoreFurther` is for the others. */
interface Settling {
  wanted: Tone;
  step: number;
  score: (hex: string) => number;
  scoreFurther?: (hex: string) => number;
  within?: Lightnesses;
  given?: string;
}

const keepsSeed = (entries: readonly PaletteEntry[], primaryHue: number, seedTone: Tone): boolean =>
  primaryHue === seedTone.h && !entries.some(({ role, locked }) => role === "primary" && locked);

/**
 * The hex of every entry. It depends only on the seed, role order and locked entries, so it is idempotent. Locked
 * entries keep theirs.
 *
 * Backgrounds come first, near white or black. A role's lead is its first locked entry, else its first. Further entries
 * step away from it. The primary colour is the seed unless a locked colour sets the hue. If it is unreadable as text,
 * further primaries are readable, and further texts read on it. Accents carry text. Chroma comes from a locked
 * chromatic primary, else from the seed.
 */
export function toneEntries(entries: readonly PaletteEntry[], seed: PaletteSeed): Map<PaletteEntry, string> {
  const settled = new Map(entries.filter((entry) => entry.locked).map((entry) => [entry, entry.hex]));
  const hexesOf = (role: ColorRole) =>
    entries.filter((entry) => entry.role === role).flatMap((entry) => settled.get(entry) ?? []);

  /** Returns the tone of the role's lead, or `wanted` if it has no entry. */
  function settle(role: ColorRole, { wanted, step, score, scoreFurther = score, within, given }: Settling): Tone {
    let lead = hexesOf(role)[0];
    let rank = 0;
    for (const entry of entries.filter((candidate) => candidate.role === role && !candidate.locked)) {
      const hex =
        lead === undefined
          ? (given ?? nearestTone(wanted, score, within).hex)
          : nearestTone(further(toTone(lead), ++rank, step), scoreFurther, within).hex;
      settled.set(entry, hex);
      lead ??= hex;
    }
    return lead === undefined ? wanted : toTone(lead);
  }

  const seedTone = toTone(seed.hex);
  const hues = anchorHues(entries, seed);
  const lockedPrimary = hexesOf("primary").map(toTone).find(isChromatic);
  const chroma = (lockedPrimary ?? seedTone).c;

  const wantsDark = hexesOf("text")
    .slice(0, 1)
    .some((text) => !isDark(text));
  const kept = keepsSeed(entries, hues.primary, seedTone) ? seed.hex : undefined;
  const background = { l: wantsDark ? 0.2 : 0.985, c: Math.min(chroma * 0.04, 0.006), h: hues.background };
  const scoreBackground = backgroundScore(entries, kept);
  settle("background", {
    wanted: background,
    step: wantsDark ? FURTHER_BACKGROUND_STEP : -FURTHER_BACKGROUND_STEP,
    score: (hex) => scoreBackground(hex, hexesOf("background")),
    within: hexesOf("background").length > 0 ? undefined : wantsDark ? DARK_PAGE : LIGHT_PAGE,
  });

  const settledBackgrounds = hexesOf("background");
  const backgrounds = settledBackgrounds.length > 0 ? settledBackgrounds : [toHex(background)];
  const dark = backgrounds.slice(0, 1).some(isDark);
  const away = dark ? 1 : -1;
  const onGrounds = (ratio: number | undefined): ContrastTarget[] =>
    ratio === undefined ? [] : backgrounds.map((against) => ({ against, ratio }));
  function settleOnGrounds(
    role: ColorRole,
    wanted: Tone,
    { given, further, inks }: { given?: string; further?: ContrastTarget[]; inks?: readonly string[] } = {},
  ) {
    const targets = onGrounds(REQUIRED_CONTRAST[role]);
    return settle(role, {
      wanted,
      given,
      step: away * FURTHER_ENTRY.step,
      score: (hex) => {
        const score = meetTargets(hex, targets);
        return score < 1 || !inks || hasInk(hex, inks) ? score : UNINKED;
      },
      scoreFurther: further && ((hex) => meetTargets(hex, further)),
    });
  }

  const primaryHex = hexesOf("primary")[0] ?? kept;
  const isText =
    primaryHex === undefined || backgrounds.every((hex) => contrastRatio(primaryHex, hex) >= TEXT_CONTRAST);
  const primary = settleOnGrounds(
    "primary",
    { l: seedTone.l, c: seedTone.c, h: hues.primary },
    { given: kept, further: isText ? undefined : onGrounds(TEXT_CONTRAST) },
  );
  settleOnGrounds(
    "text",
    { l: dark ? 0.95 : 0.24, c: Math.min(chroma * 0.2, 0.03), h: hues.text },
    { further: isText ? undefined : [...onGrounds(TEXT_CONTRAST), { against: primaryHex, ratio: TEXT_CONTRAST }] },
  );
  const intervals = isChromatic({ c: chroma }) ? HARMONY_INTERVALS[seed.harmony] : GREY_INTERVALS;
  for (const role of ["secondary", "accent"] as const) {
    const { step, within, share, least } = intervals[role];
    const l = shiftLightness(primary.l, away * step, within);
    const inks = role === "accent" ? [...hexesOf("text"), ...backgrounds] : undefined;
    settleOnGrounds(role, { l, c: Math.max(chroma * share, least), h: hues[role] }, { inks });
  }
  settleOnGrounds("neutral", { l: 0.6, c: Math.min(chroma * 0.12, 0.02), h: hues.neutral });
  settleOnGrounds("success", { l: dark ? 0.75 : 0.55, c: 0.14, h: hues.success });
  settleOnGrounds("warning", { l: dark ? 0.82 : 0.7, c: 0.14, h: hues.warning });
  settleOnGrounds("danger", { l: dark ? 0.7 : 0.55, c: 0.19, h: hues.danger });
  return settled;
}

const hasInk = (hex: string, inks: readonly string[]): boolean =>
  inks.some((ink) => contrastRatio(hex, ink) >= TEXT_CONTRAST);

function further(lead: Tone, rank: number, step: number): Tone {
  const l = shiftLightness(lead.l, rank * step, VISIBLE_LIGHTNESS);
  return { ...lead, l, c: lead.c * FURTHER_ENTRY.chroma ** rank };
}

/** Steps the other way if it would leave the range. */
function shiftLightness(lightness: number, step: number, { from, to }: { from: number; to: number }): number {
  const shifted = lightness + step;
  const inRange = shifted >= from && shifted <= to;
  return Math.max(from, Math.min(to, inRange ? shifted : lightness - step));
}
