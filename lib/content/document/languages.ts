import type { CompiledIdentity } from "@/lib/contract";
import type { StoredLegal } from "./guidelines";

/** The English name of a language by its tag: `German` for `de`; the tag itself where there is none. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "language", fallback: "code" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** What a language calls itself, by its tag: `Deutsch` for `de`; the tag itself where there is no name. */
export function ownLanguageName(tag: string): string {
  try {
    const name = new Intl.DisplayNames(tag, { type: "language", fallback: "code" }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag;
  }
}

/** What a brand says of the languages it is in. */
type Speaking = Pick<CompiledIdentity, "locales"> & { brand: Pick<CompiledIdentity["brand"], "languages"> };

/** The tag of a language as it is written down, or null where people wrote something else: nothing asked them before. */
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
 * The language in which a brand's main texts are, as a BCP 47 tag: the one it names beside those that it states texts in, or what several of the
 * same language share (`en` of `en-GB` and `en-US`); of different ones, the first. Undefined where it names none, or something that is no language.
 */
export function languageOf({ brand, locales }: Speaking): string | undefined {
  const named = (brand.languages ?? []).filter((text) => text.trim() !== "").map(canonical);
  const translated = Object.keys(locales ?? {}).map((tag) => tag.toLowerCase());
  const isTranslated = (tag: string) => translated.some((one) => `${tag.toLowerCase()}-`.startsWith(`${one}-`));
  const rest = named.filter((tag) => tag === null || !isTranslated(tag));
  const [first, ...others] = rest.length > 0 ? rest : named;
  if (!first) return undefined;
  const primary = primaryOf(first);
  return others.length > 0 && others.every((tag) => primaryOf(tag) === primary) ? primary : first;
}

/** Every language of which a brand has texts or names itself a speaker, by its tag; what people wrote that is none stays as it is. */
export function languagesOf({ identity, legal }: { identity: Speaking; legal?: StoredLegal | undefined }): string[] {
  const named = (identity.brand.languages ?? []).map((text) => canonical(text) ?? text.trim());
  const tags = [...named, ...Object.keys(identity.locales ?? {}), ...Object.keys(legal?.boilerplate ?? {})];
  return [...new Set(tags.filter((tag) => tag !== "").map((tag) => canonical(tag) ?? tag))];
}
