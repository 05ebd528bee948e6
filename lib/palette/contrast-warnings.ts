import { contrastMatrix, REQUIRED_CONTRAST } from "./contrast-matrix";
import { standInsOf, textsOn } from "./own-color";
import { ratioText } from "./ratio-text";
import type { PaletteEntry, PaletteWarning } from "./types";

/** Says of each contrast that a palette regenerated from `seedHex` misses why: the brand's own colour is kept, or locked entries made it impossible. */
export function contrastWarnings(palette: readonly PaletteEntry[], seedHex: string): PaletteWarning[] {
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
        const message = `${misses}. It stays as it is, being the brand's own colour${standIns(palette, foreground)}.`;
        return { code: "own_color_kept", message, entryIds: pair.map(({ id }) => id) };
      }
      const locked = pair.every((entry) => entry.locked) ? pair : constraining;
      const reason = `${listNames(locked)} ${locked.length === 1 ? "is" : "are"} locked`;
      return {
        code: "contrast_unreachable",
        message: `${misses}, which is out of reach because ${reason}.`,
        entryIds: [...new Set([...pair, ...locked].map((entry) => entry.id))],
      };
    });
}

/** What reads in the place of a primary colour, and what reads on it, where the palette has such. */
function standIns(palette: readonly PaletteEntry[], primary: PaletteEntry): string {
  const [inPlace, on] = [standInsOf(palette, primary), textsOn(palette, primary)];
  const said = [
    ...(inPlace.length > 0 ? [`${listNames(inPlace, "disjunction")} is for text in its place`] : []),
    ...(on.length > 0 ? [`${listNames(on, "disjunction")} is for text on it`] : []),
  ];
  return said.length > 0 ? `; ${said.join(", and ")}` : "";
}

export function listNames(
  entries: readonly PaletteEntry[],
  type: "conjunction" | "disjunction" = "conjunction",
): string {
  return new Intl.ListFormat("en", { type }).format(entries.map((entry) => `"${entry.name}"`));
}
