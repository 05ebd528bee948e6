export { PALETTE_FORMATS, type PaletteFormat } from "./export-formats";
