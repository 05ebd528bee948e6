import type { ColorRole } from "@/lib/contract";
import type { PaletteEntry } from "../document/colors";
import { contrastGrid, REQUIRED_CONTRAST, TEXT_CONTRAST } from "./contrast";
import type { Colors } from "./edit-colors";
import { companionTexts } from "./harmonies";
import { contrastRatio, readableInk } from "./hex";
import { toTone } from "./oklch";
import { type ContrastTarget, meetTargets, nearestTone } from "./tone-entries";

/** Why a fix leaves a colour unchanged. */
export type Kept = "own" | "locked";

/** Another colour of the role can replace these for text. */
const SHOWN_ROLES: readonly ColorRole[] = ["primary", "accent"];

/** The seed if the palette has it, else the first primary colour. */
export function ownColor({ seed, palette }: Pick<Colors, "seed" | "palette">): PaletteEntry | undefined {
  const isPrimary = ({ role }: PaletteEntry) => role === "primary";
  const seeded = palette.filter(({ hex }) => hex === seed?.hex);
  return seeded.find(isPrimary) ?? seeded[0] ?? palette.find(isPrimary);
}

/** Null for colours that may change. */
export function keptColors(colors: Pick<Colors, "seed" | "palette">): (entry: PaletteEntry) => Kept | null {
  const own = ownColor(colors)?.id;
  return ({ id, locked }) => (id === own ? "own" : locked ? "locked" : null);
}

const readsOn = (hex: string, others: readonly PaletteEntry[]): boolean =>
  others.every((other) => contrastRatio(hex, other.hex) >= TEXT_CONTRAST);

/** Others of the role that are readable on every background. */
export function substitutesOf(palette: readonly PaletteEntry[], entry: PaletteEntry): PaletteEntry[] {
  if (!SHOWN_ROLES.includes(entry.role)) return [];
  const backgrounds = palette.filter(({ role }) => role === "background");
  return palette.filter(({ id, role, hex }) => role === entry.role && id !== entry.id && readsOn(hex, backgrounds));
}

export const textsOn = (palette: readonly PaletteEntry[], entry: PaletteEntry): PaletteEntry[] =>
  palette.filter(({ role, hex }) => role === "text" && readsOn(hex, [entry]));

/** `ground` is for the colour under the text. */
export const KEPT_WORDS: Record<Kept, { badge: string; sentence: string; ground: string }> = {
  own: {
    badge: "Own colour",
    sentence: "It is kept because it is the brand’s own colour",
    ground: "The colour under it is kept because it is the brand’s own",
  },
  locked: {
    badge: "Locked",
    sentence: "It is kept because it is locked",
    ground: "The colour under it is kept because it is locked",
  },
};

export const ADD_TEXT_COLOR = "You can add a colour to use for text instead.";

const ROUNDING = 1 - 1e-9;

/** Cached, because many pairs of a palette are checked in a row. */
const grids = new WeakMap<readonly PaletteEntry[], ReturnType<typeof contrastGrid>>();

function gridOf(palette: readonly PaletteEntry[]): ReturnType<typeof contrastGrid> {
  const grid = grids.get(palette) ?? contrastGrid(palette);
  grids.set(palette, grid);
  return grid;
}

/** `ratio` is the pair's contrast with `hex`. */
export type ContrastFix = { entryId: string; hex: string; ratio: number };

/**
 * The smallest lightness change that makes the pair pass and breaks no other required pair. Text stays readable.
 * Changes the foreground if `mayChange` allows it, else the background. Also fixes other failing pairs if one shade
 * can. Null if impossible.
 */
export function suggestFix(
  palette: readonly PaletteEntry[],
  pair: { foregroundId: string; backgroundId: string; required?: number },
  mayChange: (entry: PaletteEntry) => boolean,
): ContrastFix | null {
  const entryOf = (id: string) => palette.find((entry) => entry.id === id);
  const [foreground, background] = [entryOf(pair.foregroundId), entryOf(pair.backgroundId)];
  const required = pair.required ?? (foreground && REQUIRED_CONTRAST[foreground.role]);
  if (!foreground || !background || required === undefined) return null;
  const rows = gridOf(palette).pairs.filter(
    (row) => row.foregroundId !== foreground.id || row.backgroundId !== background.id,
  );
  for (const [entry, other] of [
    [foreground, background],
    [background, foreground],
  ] as const) {
    if (!mayChange(entry)) continue;
    const others = rows.flatMap(({ foregroundId, backgroundId, required: least, ratio: now }) => {
      const partner = foregroundId === entry.id ? backgroundId : backgroundId === entry.id ? foregroundId : null;
      const against = partner && entryOf(partner)?.hex;
      if (!against || least === null) return [];
      const [passes, onBackground] = [now >= least, entryOf(backgroundId)?.role === "background"];
      if (!passes && !onBackground) return [];
      return [{ against, ratio: now >= TEXT_CONTRAST ? TEXT_CONTRAST : least, passes }];
    });
    const partners = [{ against: other.hex, ratio: required, passes: true }, ...others];
    const hex =
      shadeFor(entry.hex, partners) ??
      shadeFor(
        entry.hex,
        partners.filter(({ passes }) => passes),
      );
    if (hex) return { entryId: entry.id, hex, ratio: contrastRatio(hex, other.hex) };
  }
  return null;
}

/** The nearest lightness (±0.001) that meets all targets. Null if none does. */
export function shadeFor(hex: string, targets: readonly ContrastTarget[]): string | null {
  if (!isReachable(targets)) return null;
  const nearest = nearestTone(toTone(hex), (candidate) => meetTargets(candidate, targets));
  return nearest.score >= 1 ? nearest.hex : null;
}

/** Avoids most searches that would fail. */
function isReachable(targets: readonly ContrastTarget[]): boolean {
  // WCAG 2.2 luminance plus 0.05: black is 0.05, white 1.05.
  const lights = targets.map(({ against, ratio }) => ({ light: contrastRatio(against, "#000000") * 0.05, ratio }));
  const meets = (light: number) =>
    lights.every((one) => Math.max(light / one.light, one.light / light) >= one.ratio * ROUNDING);
  const ends = lights.flatMap(({ light, ratio }) => [light * ratio, light / ratio]);
  return [0.05, 1.05, ...ends].some((light) => light >= 0.05 && light <= 1.05 && meets(light));
}

/** `required` defaults to what the roles need. */
type MissedPair = { foregroundId: string; backgroundId: string; required?: number };

export type Companion = Omit<PaletteEntry, "id">;

/**
 * `change` a shade, use other colours `instead`, or `add` a colour with its ratio in the pair. `kept` says why the
 * other colour must stay.
 */
export type ContrastRemedy =
  | { kind: "change"; fix: ContrastFix }
  | { kind: "instead"; kept: Kept; entries: PaletteEntry[] }
  | { kind: "add"; kept: Kept; companion: Companion; ratio: number }
  | { kind: "none"; kept: Kept | null };

/** Never changes a colour if `keptOf` gives a reason. */
export function contrastRemedy(
  palette: readonly PaletteEntry[],
  pair: MissedPair,
  keptOf: (entry: PaletteEntry) => Kept | null,
): ContrastRemedy {
  const [ink, ground] = [pair.foregroundId, pair.backgroundId].map((id) => palette.find((entry) => entry.id === id));
  if (!ink || !ground) return { kind: "none", kept: null };
  const [keptInk, keptGround] = [keptOf(ink), keptOf(ground)];
  const entries = keptInk ? substitutesOf(palette, ink) : [];
  if (keptInk && entries.length > 0) return { kind: "instead", kept: keptInk, entries };
  const fix = suggestFix(palette, pair, (entry) => keptOf(entry) === null);
  if (fix) return { kind: "change", fix };
  if (keptInk && ground.role === "background") {
    const companion = companionForText(palette, ink);
    if (companion) return { kind: "add", kept: keptInk, companion, ratio: contrastRatio(companion.hex, ground.hex) };
  }
  if (keptGround && ground.role !== "background") {
    const companion = companionOn(palette, ground);
    if (companion) return { kind: "add", kept: keptGround, companion, ratio: contrastRatio(companion.hex, ground.hex) };
  }
  return { kind: "none", kept: keptInk ?? keptGround };
}

const backgroundsOf = (palette: readonly PaletteEntry[]) =>
  palette.filter(({ role }) => role === "background").map(({ hex }) => ({ against: hex, ratio: TEXT_CONTRAST }));

function companionForText(palette: readonly PaletteEntry[], { role, hex }: PaletteEntry): Companion | null {
  if (role !== "primary" && role !== "accent") return null;
  const shade = shadeFor(hex, backgroundsOf(palette));
  return shade === null ? null : { ...companionTexts(role).forText, hex: shade, locked: false };
}

/** The nearest shade to the palette's text, readable on the colour and every background. */
function companionOn(palette: readonly PaletteEntry[], { role, hex }: PaletteEntry): Companion | null {
  if (role !== "primary" && role !== "accent") return null;
  const text = palette.find((entry) => entry.role === "text")?.hex ?? readableInk(hex);
  const shade = shadeFor(text, [{ against: hex, ratio: TEXT_CONTRAST }, ...backgroundsOf(palette)]);
  return shade === null ? null : { ...companionTexts(role).onIt, hex: shade, locked: false };
}
