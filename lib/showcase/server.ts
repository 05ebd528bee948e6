import type { Showcase } from "./draw-showcase";

export { documentIn } from "./document-in";
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

// What draws is loaded where jobs are done: readers of fonts and writers of PDFs are megabytes that no page needs.
export const drawShowcase = async (packed: Buffer): Promise<Showcase> =>
  (await import("./draw-showcase")).drawShowcase(packed);
export const drawShareImage = async (packed: Buffer): Promise<Uint8Array> =>
  (await import("./draw-share-image")).drawShareImage(packed);
export const drawMockUpPdf = async (packed: Buffer): Promise<Uint8Array> =>
  (await import("./print/draw-mock-up-pdf")).drawMockUpPdf(packed);
export const drawBrandBook = async (packed: Buffer): Promise<Uint8Array> =>
  (await import("./print/draw-brand-book")).drawBrandBook(packed);
