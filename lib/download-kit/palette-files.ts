import { darkPalette, type PaletteEntry, type Stated } from "@/lib/palette";
import { PALETTE_FORMATS } from "@/lib/palette-formats";
import { type KitFile, type KitPart, type KitSource, textFile } from "./kit-file";

const inAllFormats = (folder: string, palette: readonly PaletteEntry[], stated: Stated): KitFile[] =>
  PALETTE_FORMATS.flatMap(({ fileName, text, bytes }) => {
    if (text) return [textFile(`${folder}/${fileName}`, text(palette, stated))];
    return bytes ? [{ path: `${folder}/${fileName}`, bytes: bytes(palette, stated) }] : [];
  });

/** The palette with all that is stated of it, in every format; as it is on dark surfaces in a folder of its own, for formats that hold one set alone. */
export async function* paletteFiles({ snapshot: { colors } }: KitSource): KitPart {
  const { palette, dark, gradients } = colors;
  if (palette.length === 0) return [];
  yield* inAllFormats("palette", palette, colors);
  if (dark) yield* inAllFormats("palette/dark", darkPalette(palette, dark), { gradients });
  return [];
}
