import type { ColorRole } from "@/lib/contract";
import { anchorHues } from "./anchor-hues";
import { backgroundScore, isDark } from "./background-score";
import { REQUIRED_CONTRAST } from "./contrast-matrix";
import { HARMONY_INTERVALS, TELLING } from "./harmonies";
import { meetDemands, nearestTone } from "./nearest-tone";
import { isChromatic, type Tone, toHex, toTone } from "./oklch";
import type { PaletteEntry, PaletteSeed } from "./types";

const FURTHER_ENTRY = { step: 0.09, chroma: 0.85 };
const FURTHER_BACKGROUND_STEP = 0.03;

/**
 * Gives the hex of every entry, decided by the seed, the roles in their order and the locked entries alone, never by the
 * hex of an unlocked one: toning the result again changes nothing. Locked entries keep theirs.
 *
 * Backgrounds come first, then what has to read on them. Each role has a lead, its first locked entry or else its first;
 * further ones step away from it. Primary, secondary and accent take their chroma from a locked primary that has a hue,
 * else from the seed; a seed without a hue gives a grey palette in steps of lightness.
 */
export function toneEntries(entries: readonly PaletteEntry[], seed: PaletteSeed): Map<PaletteEntry, string> {
  const settled = new Map(entries.filter((entry) => entry.locked).map((entry) => [entry, entry.hex]));
  const hexesOf = (role: ColorRole) =>
    entries.filter((entry) => entry.role === role).flatMap((entry) => settled.get(entry) ?? []);

  /** Settles the role's unlocked entries, and gives the tone of its lead (the wanted one when the role has no entry). */
  function settle(role: ColorRole, wanted: Tone, step: number, score: (hex: string) => number): Tone {
    let lead = hexesOf(role)[0];
    let rank = 0;
    for (const entry of entries.filter((candidate) => candidate.role === role && !candidate.locked)) {
      const tone = lead === undefined ? wanted : further(toTone(lead), ++rank, step);
      const { hex } = nearestTone(tone, score);
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
  const background = { l: wantsDark ? 0.2 : 0.985, c: Math.min(chroma * 0.04, 0.006), h: hues.background };
  const scoreBackground = backgroundScore(entries);
  settle("background", background, wantsDark ? FURTHER_BACKGROUND_STEP : -FURTHER_BACKGROUND_STEP, (hex) =>
    scoreBackground(hex, hexesOf("background")),
  );

  const settledBackgrounds = hexesOf("background");
  const backgrounds = settledBackgrounds.length > 0 ? settledBackgrounds : [toHex(background)];
  const dark = backgrounds.slice(0, 1).some(isDark);
  const away = dark ? 1 : -1;
  function settleOnGrounds(role: ColorRole, wanted: Tone): Tone {
    const ratio = REQUIRED_CONTRAST[role];
    const demands = ratio === undefined ? [] : backgrounds.map((against) => ({ against, ratio }));
    return settle(role, wanted, away * FURTHER_ENTRY.step, (hex) => meetDemands(hex, demands));
  }

  const primary = settleOnGrounds("primary", { l: seedTone.l, c: seedTone.c, h: hues.primary });
  // A grey has no hues to turn to: only steps of lightness tell its entries apart.
  const intervals = HARMONY_INTERVALS[isChromatic({ c: chroma }) ? seed.harmony : "monochromatic"];
  for (const role of ["secondary", "accent"] as const) {
    const { step, within, share, least } = intervals[role];
    const l = shiftLightness(primary.l, away * step, within);
    settleOnGrounds(role, { l, c: Math.max(chroma * share, least), h: hues[role] });
  }
  settleOnGrounds("neutral", { l: 0.6, c: Math.min(chroma * 0.12, 0.02), h: hues.neutral });
  settleOnGrounds("text", { l: dark ? 0.95 : 0.24, c: Math.min(chroma * 0.2, 0.03), h: hues.text });
  settleOnGrounds("success", { l: dark ? 0.75 : 0.55, c: 0.14, h: hues.success });
  settleOnGrounds("warning", { l: dark ? 0.82 : 0.7, c: 0.14, h: hues.warning });
  settleOnGrounds("danger", { l: dark ? 0.7 : 0.55, c: 0.19, h: hues.danger });
  return settled;
}

function further(lead: Tone, rank: number, step: number): Tone {
  const l = shiftLightness(lead.l, rank * step, TELLING);
  return { ...lead, l, c: lead.c * FURTHER_ENTRY.chroma ** rank };
}

/** Steps the other way where the first would leave the range. */
function shiftLightness(lightness: number, step: number, { from, to }: { from: number; to: number }): number {
  const shifted = lightness + step;
  const inRange = shifted >= from && shifted <= to;
  return Math.max(from, Math.min(to, inRange ? shifted : lightness - step));
}
