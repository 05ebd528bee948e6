import { companionTexts } from "./blank-palette";
import { TEXT_CONTRAST } from "./contrast-matrix";
import { contrastRatio, readableInk } from "./hex";
import { type Kept, standInsOf } from "./own-color";
import { type ContrastFix, shadeFor, suggestFix } from "./suggest-fix";
import type { PaletteEntry } from "./types";

/** A pair that misses what it needs. `required` is a ratio; absent, what the roles of the two ask for. */
export type MissedPair = { foregroundId: string; backgroundId: string; required?: number };

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
