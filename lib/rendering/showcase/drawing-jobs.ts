import { type BookOrder, type MockUpOrder, type Order, withoutFonts } from "./order";

/** Draws once more without the brand's fonts after a failure: a damaged outline shows only when a letter is drawn. */
const withHubFontsInstead =
  <Given extends Order | { order: Order }, Drawn>(draw: (order: Given) => Promise<Drawn>) =>
  (order: Given): Promise<Drawn> =>
    draw(order).catch(() => draw(withoutFonts(order)));

// What draws is loaded where jobs are done: readers of fonts and writers of PDFs are megabytes that no page needs.
export const drawShowcase = withHubFontsInstead(async (order: Order) =>
  (await import("./draw-showcase")).drawShowcase(order),
);
export const drawShareImage = withHubFontsInstead(async (order: Order) =>
  (await import("./draw-share-image")).drawShareImage(order),
);
export const drawMockUpPdf = withHubFontsInstead(async (order: MockUpOrder) =>
  (await import("./print/draw-mock-up-pdf")).drawMockUpPdf(order),
);
export const drawBrandBook = withHubFontsInstead(async (order: BookOrder) =>
  (await import("./print/draw-brand-book")).drawBrandBook(order),
);
