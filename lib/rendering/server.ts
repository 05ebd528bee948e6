export { findContext } from "./context/brand-context";
export { estimateTokens } from "./context/estimate-tokens";
export { openAssets, whyNoFont } from "./download-kit/font-files";
export { openKit, openPublicKit } from "./download-kit/open-kit";
export { FORMATS, findFormat, findPublicFormat, type VersionFile } from "./formats/read-format";
export { documentIn } from "./showcase/document-in";
export { drawBrandBook, drawMockUpPdf, drawShareImage, drawShowcase } from "./showcase/drawing-jobs";
export { readBrandBook, readPublicBrandBook } from "./showcase/read-brand-book";
export {
  type DrawingSource,
  drawingSourceOf,
  findDraftSource,
  findPublicSource,
  getVersionSource,
  readDrawing,
  readMockUpPdf,
  readShareImage,
  readShowcase,
} from "./showcase/read-showcase";
export { signatureBrandOf } from "./showcase/signature-brand";
