import type { BrandDocument } from "@/lib/content";
import { localizeIdentity } from "@/lib/publishing";

/**
 * A document with its texts in the language that is asked for, as if it had no others, and that language's tag; as it is, and null, where it has
 * no texts in it.
 */
export function documentIn<Stated extends BrandDocument>(
  document: Stated,
  asked: string | undefined,
): { document: Stated; tag: string | null } {
  const { identity, tag } = localizeIdentity(document.identity, asked);
  if (!tag) return { document, tag };
  const { locales: _locales, ...main } = identity;
  return { document: { ...document, identity: { ...main, brand: { ...main.brand, languages: [tag] } } }, tag };
}
