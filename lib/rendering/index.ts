export type { HubJobs, RenderingServices } from "./context";
export type { DownloadKit } from "./download-kit/open-kit";
export { PALETTE_FORMATS, TOKEN_FORMATS } from "./formats/formats";
export { asCss } from "./formats/style-sheets";
export * from "./showcase/mail-signature";
export { DRAWINGS, type Drawing, MOCK_UPS } from "./showcase/mock-ups/index";
export type { BookOrder, Order } from "./showcase/order";
export {
  COVER_PX,
  drawingName,
  faceName,
  familiesOf,
  lookRules,
  readDrawingName,
  THEMES,
  type Theme,
  viewsOfLook,
} from "./showcase/themes";
export { drawnFromText, type ShownTypeface, shownTypefaces, standInText } from "./showcase/typefaces";
