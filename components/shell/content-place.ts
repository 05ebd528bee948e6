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

/** Returns a field's page and anchor below the brand's URL, such as `/identity#identity.brand.tagline`. */
export const contentPlace = (path: string): string => `${PAGE_OF[path.split(".")[0] ?? ""] ?? ""}#${path}`;
