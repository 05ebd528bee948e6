import type { BrandDocument } from "../document/brand-document";
import type { PaletteEntry } from "./types";

/** The colours of a document: the palette, and how it came about. */
export type Colors = BrandDocument["colors"];

/** The palette with a colour at its end. `source` says from now on that a person chose. */
export const addColor = (colors: Colors, entry: PaletteEntry): Colors => ({
  ...colors,
  source: "manual",
  palette: [...colors.palette, entry],
});

/** The palette with one entry in place of the one with its id. Only another hex makes the palette `manual`: a name or a lock leaves the source as it is. */
export function changeColor(colors: Colors, entry: PaletteEntry): Colors {
  const former = colors.palette.find(({ id }) => id === entry.id);
  if (!former) return colors;
  const source = former.hex === entry.hex ? colors.source : "manual";
  return { ...colors, source, palette: colors.palette.map((each) => (each.id === entry.id ? entry : each)) };
}

/** The palette with one entry at another place, counted from 0; a place beyond an end is that end. */
export function moveColor(colors: Colors, id: string, place: number): Colors {
  const entry = colors.palette.find((each) => each.id === id);
  if (!entry) return colors;
  const rest = colors.palette.filter((each) => each.id !== id);
  return { ...colors, palette: rest.toSpliced(Math.max(0, place), 0, entry) };
}
