import { companionTexts } from "./blank-palette";
import { contrastGrid, REQUIRED_CONTRAST, TEXT_CONTRAST } from "./contrast";
import { contrastRatio, readableInk } from "./hex";
import { toTone } from "./oklch";
import { type Kept, standInsOf } from "./own-color";
import { type Demand, meetDemands, nearestTone } from "./tone-entries";
import type { PaletteEntry } from "./types";

const ROUNDING = 1 - 1e-9;

/** Each palette's grid, which many of its pairs ask for. */
const grids = new WeakMap<readonly PaletteEntry[], ReturnType<typeof contrastGrid>>();

function gridOf(palette: readonly PaletteEntry[]): ReturnType<typeof contrastGrid> {
  const grid = grids.get(palette) ?? contrastGrid(palette);
  grids.set(palette, grid);
  return grid;
}

/** A colour that would make a failing pair pass, and the ratio the pair would have then. */
export type ContrastFix = { entryId: string; hex: string; ratio: number };

/**
 * Gives the least change of lightness to one of two colours that makes the pair pass and breaks no pair of the whole grid that is meant to be used
 * and passes now; one that reads as text stays so. It is a change of the foreground if `mayChange` lets it, else of the background. It lifts other failing pairs on backgrounds as well where one shade can. A pair that its roles ask
 * nothing of names what it has to reach.
 * `null` when no shade does that, or when neither may change.
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

/**
 * Gives the colour nearest to `hex` in OKLCH lightness (to within 0.001) that meets all demands; `hex` itself, in canonical form, when it already
 * does. `null` when neither lighter nor darker gets there.
 */
export function shadeFor(hex: string, demands: readonly Demand[]): string | null {
  if (!isReachable(demands)) return null;
  const nearest = nearestTone(toTone(hex), (candidate) => meetDemands(candidate, demands));
  return nearest.score >= 1 ? nearest.hex : null;
}

/** Says whether any luminance meets all demands, which spares the search for a shade most of what cannot be found. */
function isReachable(demands: readonly Demand[]): boolean {
  // A contrast is a quotient of these: the luminances of WCAG 2.2 with 0.05 added, of black 0.05 and of white 1.05.
  const lights = demands.map(({ against, ratio }) => ({ light: contrastRatio(against, "#000000") * 0.05, ratio }));
  const meets = (light: number) =>
    lights.every((one) => Math.max(light / one.light, one.light / light) >= one.ratio * ROUNDING);
  const ends = lights.flatMap(({ light, ratio }) => [light * ratio, light / ratio]);
  return [0.05, 1.05, ...ends].some((light) => light >= 0.05 && light <= 1.05 && meets(light));
}

/** A pair that misses what it needs. `required` is a ratio; absent, what the roles of the two ask for. */
type MissedPair = { foregroundId: string; backgroundId: string; required?: number };

/** What goes with a colour that stays as it is; it has no id until it is added. */
export type Companion = Omit<PaletteEntry, "id">;

/**
 * What mends a pair that misses: another shade of one of the two (`change`), other colours in the place of one that stays as it is
 * (`instead`), or a colour that can be such (`add`, with the ratio it has in the pair). `none` where no colour helps. `kept` says why the colour that the
 * remedy goes around is not changed; null where nothing keeps either.
 */
export type ContrastRemedy =
  | { kind: "change"; fix: ContrastFix }
  | { kind: "instead"; kept: Kept; entries: PaletteEntry[] }
  | { kind: "add"; kept: Kept; companion: Companion; ratio: number }
  | { kind: "none"; kept: Kept | null };

/**
 * The remedy of a pair. A colour that `keptOf` gives a reason for is never changed: where others are there to be read in its place, the pair is as it has to be; else
 * the other colour of the pair changes, or one is added.
 */
export function contrastRemedy(
  palette: readonly PaletteEntry[],
  pair: MissedPair,
  keptOf: (entry: PaletteEntry) => Kept | null,
): ContrastRemedy {
  const [ink, ground] = [pair.foregroundId, pair.backgroundId].map((id) => palette.find((entry) => entry.id === id));
  if (!ink || !ground) return { kind: "none", kept: null };
  const [keptInk, keptGround] = [keptOf(ink), keptOf(ground)];
  const entries = keptInk ? standInsOf(palette, ink) : [];
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

/** The colour in the nearest shade that is read as text on every background. */
function companionForText(palette: readonly PaletteEntry[], { role, hex }: PaletteEntry): Companion | null {
  if (role !== "primary" && role !== "accent") return null;
  const shade = shadeFor(hex, backgroundsOf(palette));
  return shade === null ? null : { ...companionTexts(role).forText, hex: shade, locked: false };
}

/** The shade nearest to the palette's text that is read on the colour, and on every background as all text is. */
function companionOn(palette: readonly PaletteEntry[], { role, hex }: PaletteEntry): Companion | null {
  if (role !== "primary" && role !== "accent") return null;
  const text = palette.find((entry) => entry.role === "text")?.hex ?? readableInk(hex);
  const shade = shadeFor(text, [{ against: hex, ratio: TEXT_CONTRAST }, ...backgroundsOf(palette)]);
  return shade === null ? null : { ...companionTexts(role).onIt, hex: shade, locked: false };
}
