export type { Showcase } from "./draw-showcase";
export { drawingName, readDrawingName } from "./drawing-name";
export { lookRules } from "./look-rules";
export {
  type MailSignature,
  mailSignature,
  SIGNATURE_LIMITS,
  type Signatory,
  type SignatureBrand,
  signaturePage,
} from "./mail-signature";
export { DRAWINGS, type Drawing, MOCK_UPS } from "./mock-ups";
export type { BookOrder, MockUpOrder, Order } from "./order";
export { THEMES, type Theme } from "./themes";
export { drawnFromText, type ShownTypeface, shownTypefaces, standInText } from "./typefaces";
