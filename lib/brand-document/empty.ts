import type { BrandDocument } from "./index";
import type { StoredTypography } from "./typography";

/** A document with nothing in it. */
export const emptyDocument = (): BrandDocument => ({
  identity: { schema: 1, brand: {}, personality: {}, persona: {} },
  colors: { source: "manual", seed: null, palette: [] },
  logos: { items: [], rules: [] },
  assets: [],
});

/** Typography with nothing in it. */
export const emptyTypography = (): StoredTypography => ({ fonts: [], roles: {}, styles: {} });
