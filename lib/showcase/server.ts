export { documentIn } from "./document-in";
export { drawBrandBook, drawMockUpPdf, drawShareImage, drawShowcase } from "./drawing-jobs";
export { readBrandBook, readPublicBrandBook } from "./read-brand-book";
export {
  findDraftSitter,
  findPublicSitter,
  readDrawing,
  readMockUpPdf,
  readShareImage,
  readShowcase,
  type Sitter,
  sitterOf,
} from "./read-showcase";
export { signatureBrandOf } from "./signature-brand";
