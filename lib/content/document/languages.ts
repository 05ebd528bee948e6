import type { CompiledIdentity } from "@/lib/contract";
import type { StoredLegal } from "./guidelines";

/** `German` for `de`. The tag itself if unknown. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "language", fallback: "code" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** `Deutsch` for `de`. The tag itself if unknown. */
export function ownLanguageName(tag: string): string {
  try {
    const name = new Intl.DisplayNames(tag, { type: "language", fallback: "code" }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag;
  }
}

type BrandLanguages = Pick<CompiledIdentity, "locales"> & { brand: Pick<CompiledIdentity["brand"], "languages"> };

/** Null for other text, which older versions accepted. */
function canonical(text: string): string | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text.trim());
    return tag && /^[a-z]{2,3}(-|$)/.test(tag) ? tag : null;
  } catch {
    return null;
  }
}

const primaryOf = (tag: string | null): string | undefined => tag?.split("-")[0];

/**
 * The main text's language (BCP 47): the named one without translations. Variants give their common language (`en` for
 * `en-GB` and `en-US`), several languages the first. Undefined if unknown.
 */
export function languageOf({ brand, locales }: BrandLanguages): string | undefined {
  const named = (brand.languages ?? []).filter((text) => text.trim() !== "").map(canonical);
  const translated = Object.keys(locales ?? {}).map((tag) => tag.toLowerCase());
  const isTranslated = (tag: string) => translated.some((one) => `${tag.toLowerCase()}-`.startsWith(`${one}-`));
  const untranslated = named.filter((tag) => tag === null || !isTranslated(tag));
  const [first, ...others] = untranslated.length > 0 ? untranslated : named;
  if (!first) return undefined;
  const primary = primaryOf(first);
  return others.length > 0 && others.every((tag) => primaryOf(tag) === primary) ? primary : first;
}

/** All languages that the brand names or has text in. Invalid tags stay as written. */
export function languagesOf({
  identity,
  legal,
}: {
  identity: BrandLanguages;
  legal?: StoredLegal | undefined;
}): string[] {
  const named = (identity.brand.languages ?? []).map((text) => canonical(text) ?? text.trim());
  const tags = [...named, ...Object.keys(identity.locales ?? {}), ...Object.keys(legal?.boilerplate ?? {})];
  return [...new Set(tags.filter((tag) => tag !== "").map((tag) => canonical(tag) ?? tag))];
}
