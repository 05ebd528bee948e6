export { colorTokens, fontRules } from "./brand-face";
export type { Showcase } from "./draw-showcase";
export { drawingName, readDrawingName } from "./drawing-name";
export { DRAWINGS, type Drawing, MOCK_UPS } from "./mock-ups";
export { THEMES, type Theme } from "./themes";
export { drawnFromText, type ShownTypeface, standInText } from "./typefaces";
