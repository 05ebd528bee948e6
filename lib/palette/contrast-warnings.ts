import { contrastMatrix, REQUIRED_CONTRAST } from "./contrast-matrix";
import type { PaletteEntry, PaletteWarning } from "./types";

/** Says of each contrast that a regenerated palette misses which locked entries made it impossible. */
export function contrastWarnings(palette: readonly PaletteEntry[]): PaletteWarning[] {
  const entryOf = new Map(palette.map((entry) => [entry.id, entry]));
  const constraining = palette.filter(
    ({ role, locked }) => locked && (role === "background" || REQUIRED_CONTRAST[role] !== undefined),
  );
  return contrastMatrix(palette)
    .filter((row) => !row.passes)
    .map((row) => {
      const pair = [row.foregroundId, row.backgroundId].flatMap((id) => entryOf.get(id) ?? []);
      const locked = pair.every((entry) => entry.locked) ? pair : constraining;
      const names = pair.map((entry) => `"${entry.name}"`).join(" on ");
      const reason = `${listNames(locked)} ${locked.length === 1 ? "is" : "are"} locked`;
      return {
        code: "contrast_unreachable",
        message: `${names} has a contrast of ${roundDown(row.ratio)}:1 and needs ${row.required}:1, which is out of reach because ${reason}.`,
        entryIds: [...new Set([...pair, ...locked].map((entry) => entry.id))],
      };
    });
}

function listNames(entries: readonly PaletteEntry[]): string {
  return new Intl.ListFormat("en").format(entries.map((entry) => `"${entry.name}"`));
}

function roundDown(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}
