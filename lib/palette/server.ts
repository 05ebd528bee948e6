export { extractPaletteSeed } from "./extract-palette-seed";
export { readPictureColors } from "./read-picture-colors";
