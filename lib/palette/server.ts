export { extractPaletteSeed } from "./extract-palette-seed";
export { parseCssColor } from "./parse-css-color";
export { readPictureColors } from "./read-picture-colors";
