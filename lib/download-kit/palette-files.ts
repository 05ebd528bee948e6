import { darkPalette, type PaletteEntry, withScales } from "@/lib/palette";
import { PALETTE_FORMATS } from "@/lib/palette-formats";
import { type KitFile, type KitSource, textFile } from "./kit-file";

const inAllFormats = (folder: string, palette: readonly PaletteEntry[]): KitFile[] =>
  PALETTE_FORMATS.flatMap(({ fileName, text, bytes }) => {
    if (text) return [textFile(`${folder}/${fileName}`, text(palette))];
    return bytes ? [{ path: `${folder}/${fileName}`, bytes: bytes(palette) }] : [];
  });

/** The palette with the scales that it states, in every format; the one for dark surfaces in a folder of its own. */
export function paletteFiles({ snapshot: { colors } }: KitSource): KitFile[] {
  if (colors.palette.length === 0) return [];
  const dark = colors.dark ? inAllFormats("palette/dark", darkPalette(colors.palette, colors.dark)) : [];
  return [...inAllFormats("palette", withScales(colors)), ...dark];
}
