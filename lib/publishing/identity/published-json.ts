import { type BrandDocument, publishFoundations, publishTypography } from "@/lib/content";

/** What the bundle says of a document, but for colours, logos, assets and URLs, which live for half an hour. */
export function publishedJson({ identity, typography, foundations, imagery, legal }: BrandDocument) {
  return {
    identity,
    typography: typography && publishTypography(typography, () => ({})),
    foundations: publishFoundations(foundations).foundations,
    imagery,
    legal,
  };
}
