import { withoutFonts } from "./order";

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

/** Draws once more without the brand's fonts after a failure: a damaged outline shows only when a letter is drawn. */
const withHubFontsInstead =
  <Drawn>(draw: (packed: Buffer) => Promise<Drawn>) =>
  (packed: Buffer): Promise<Drawn> =>
    draw(packed).catch(() => draw(withoutFonts(packed)));

// What draws is loaded where jobs are done: readers of fonts and writers of PDFs are megabytes that no page needs.
export const drawShowcase = withHubFontsInstead(async (packed) =>
  (await import("./draw-showcase")).drawShowcase(packed),
);
export const drawShareImage = withHubFontsInstead(async (packed) =>
  (await import("./draw-share-image")).drawShareImage(packed),
);
export const drawMockUpPdf = withHubFontsInstead(async (packed) =>
  (await import("./print/draw-mock-up-pdf")).drawMockUpPdf(packed),
);
export const drawBrandBook = withHubFontsInstead(async (packed) =>
  (await import("./print/draw-brand-book")).drawBrandBook(packed),
);
