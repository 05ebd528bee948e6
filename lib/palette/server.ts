export { extractPaletteSeed, type Swatch } from "./extract-palette-seed";
export { type PictureSource, readPictureColors } from "./read-picture-colors";
