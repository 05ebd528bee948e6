import type { Stated } from "./export-palette";
import { hexToRgb } from "./hex";
import type { PaletteEntry } from "./types";
import { withScales } from "./with-scales";

const COLOR_BLOCK = 0x0001;
const GLOBAL_COLOR = 0;
/** Signature, version and number of blocks. */
const HEADER_BYTES = 12;
/** Type and length of a block, which its length leaves out. */
const BLOCK_HEAD_BYTES = 6;
/** Length of the name, colour space, three numbers, kind of the colour. */
const COLOR_BYTES = 2 + 4 + 3 * 4 + 2;
const ASCII = new TextEncoder();

/** The palette as an Adobe Swatch Exchange file (version 1.0), for Illustrator, InDesign and Photoshop: each colour and shade by its name, in sRGB. It has no gradients. */
export function paletteAsAse(palette: readonly PaletteEntry[], { scales }: Stated = {}): Uint8Array<ArrayBuffer> {
  // A name is UTF-16 with a zero at its end, and the length counts units.
  const colors = withScales({ palette, scales }).map(({ name, hex }) => ({
    name: `${name.replaceAll("\0", "")}\0`,
    rgb: hexToRgb(hex),
  }));
  const lengthOf = ({ name }: { name: string }) => COLOR_BYTES + 2 * name.length;
  const bytes = colors.reduce((sum, color) => sum + BLOCK_HEAD_BYTES + lengthOf(color), HEADER_BYTES);
  const file = new Uint8Array(bytes);
  const view = new DataView(file.buffer);
  file.set(ASCII.encode("ASEF"));
  view.setUint16(4, 1);
  view.setUint32(8, colors.length);
  let offset = HEADER_BYTES;
  for (const color of colors) {
    const { name, rgb } = color;
    view.setUint16(offset, COLOR_BLOCK);
    view.setUint32(offset + 2, lengthOf(color));
    view.setUint16(offset + 6, name.length);
    offset += 8;
    for (let index = 0; index < name.length; index += 1) view.setUint16(offset + 2 * index, name.charCodeAt(index));
    offset += 2 * name.length;
    file.set(ASCII.encode("RGB "), offset);
    for (const [index, value] of [rgb.r, rgb.g, rgb.b].entries()) view.setFloat32(offset + 4 + 4 * index, value / 255);
    view.setUint16(offset + 16, GLOBAL_COLOR);
    offset += 18;
  }
  return file;
}
