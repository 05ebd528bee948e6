import { type BrandDocument, publishFoundations, publishTypography } from "@/lib/content";

/** Without colours, logos, assets and URLs, which expire after 30 minutes. */
export function publishedJson({ identity, typography, foundations, imagery, legal }: BrandDocument) {
  return {
    identity,
    typography: typography && publishTypography(typography, () => ({})),
    foundations: publishFoundations(foundations).foundations,
    imagery,
    legal,
  };
}
