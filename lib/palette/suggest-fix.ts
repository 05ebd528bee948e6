import { contrastMatrix, REQUIRED_CONTRAST } from "./contrast-matrix";
import { contrastRatio } from "./hex";
import { meetDemands, nearestTone } from "./nearest-tone";
import { toTone } from "./oklch";
import type { PaletteEntry } from "./types";

/**
 * Gives the colour nearest to `hex` in OKLCH lightness (to within 0.001) whose contrast with `against` is at least
 * `ratio`; `hex` itself, in canonical form, when it already is. `null` when neither lighter nor darker gets there.
 */
export function fixContrast(hex: string, against: string, ratio: number): string | null {
  return shadeFor(hex, [{ against, ratio }]);
}

/** A colour that would make a failing pair pass, and the ratio the pair would have then. */
export type ContrastFix = { entryId: string; hex: string; ratio: number };

/**
 * Gives the least change of lightness to one of two colours that makes the pair pass and breaks no pair that passes now: of the
 * foreground if `mayChange` lets it, else of the background. It lifts other failing pairs as well where one shade can. A pair that its roles ask
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
  const rows = contrastMatrix(palette).filter(
    (row) => row.foregroundId !== foreground.id || row.backgroundId !== background.id,
  );
  for (const [entry, other] of [
    [foreground, background],
    [background, foreground],
  ] as const) {
    if (!mayChange(entry)) continue;
    const others = rows.flatMap(({ foregroundId, backgroundId, required: ratio, passes }) => {
      const partner = foregroundId === entry.id ? backgroundId : backgroundId === entry.id ? foregroundId : null;
      const against = partner && entryOf(partner)?.hex;
      return against ? [{ against, ratio, passes }] : [];
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

function shadeFor(hex: string, demands: readonly { against: string; ratio: number }[]): string | null {
  const nearest = nearestTone(toTone(hex), (candidate) => meetDemands(candidate, demands));
  return nearest.score >= 1 ? nearest.hex : null;
}
