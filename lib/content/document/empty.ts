import type { BrandDocument } from "./brand-document";
import type { StoredTypography } from "./typography";

export const emptyDocument = (): BrandDocument => ({
  identity: { schema: 1, brand: {}, personality: {}, persona: {} },
  colors: { source: "manual", seed: null, palette: [] },
  logos: { items: [], rules: [] },
  assets: [],
});

export const emptyTypography = (): StoredTypography => ({ fonts: [], roles: {}, styles: {} });
