import { type BookOrder, type MockUpOrder, type Order, withoutFonts } from "./order";

/** A damaged outline only fails when its letter is drawn. Then this draws again without the brand's fonts. */
const withHubFontsInstead =
  <Given extends Order | { order: Order }, Drawn>(draw: (order: Given) => Promise<Drawn>) =>
  (order: Given): Promise<Drawn> =>
    draw(order).catch(() => draw(withoutFonts(order)));

// Imported lazily: pages don't need these megabytes of font and PDF code.
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
