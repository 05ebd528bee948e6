export type { HubJobs, RenderingServices } from "./context";
export type { DownloadKit } from "./download-kit/open-kit";
export type { Showcase } from "./showcase/draw-showcase";
export { faceName, familiesOf } from "./showcase/font-rules";
export * from "./showcase/mail-signature";
export { DRAWINGS, type Drawing, MOCK_UPS } from "./showcase/mock-ups/index";
export type { BookOrder, MockUpOrder, Order } from "./showcase/order";
export { COVER_PX, drawingName, lookRules, readDrawingName, THEMES, type Theme, viewsOfLook } from "./showcase/themes";
export { drawnFromText, type ShownTypeface, shownTypefaces, standInText } from "./showcase/typefaces";
