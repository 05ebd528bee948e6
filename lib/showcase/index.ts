export { colorTokens } from "./brand-face";
export type { Showcase } from "./draw-showcase";
export { drawingName, readDrawingName } from "./drawing-name";
export { fontRules } from "./font-rules";
export {
  type MailSignature,
  mailSignature,
  SIGNATURE_LIMITS,
  type Signatory,
  type SignatureBrand,
  signaturePage,
} from "./mail-signature";
export { DRAWINGS, type Drawing, MOCK_UPS } from "./mock-ups";
export { THEMES, type Theme } from "./themes";
export { drawnFromText, type ShownTypeface, standInText } from "./typefaces";
