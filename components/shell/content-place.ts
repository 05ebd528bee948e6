const PAGE_OF: Readonly<Record<string, string>> = {
  identity: "/identity",
  colors: "/palette",
  typography: "/typography",
  foundations: "/foundations",
  imagery: "/imagery",
  legal: "/identity",
  logos: "/logos",
  assets: "/assets",
};

/** Where something of the document stands, below the brand's URL, with its path as the anchor: `/identity#identity.brand.tagline`. */
export const contentPlace = (path: string): string => `${PAGE_OF[path.split(".")[0] ?? ""] ?? ""}#${path}`;
