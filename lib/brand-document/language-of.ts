/** The tag of a language as it is written down, or null where people wrote something else: nothing asked them before. */
function canonical(text: string): string | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text.trim());
    return tag && /^[a-z]{2,3}(-|$)/.test(tag) ? tag : null;
  } catch {
    return null;
  }
}

/**
 * The language in which a brand's texts are, as a BCP 47 tag: the one it names, or what several of the same language share (`en` of `en-GB` and `en-US`).
 * Undefined where it names none, several or something else: then nobody knows which text is in which.
 */
export function languageOf(languages: readonly string[] | undefined): string | undefined {
  const tags = (languages ?? []).filter((text) => text.trim() !== "").map(canonical);
  const [first] = tags;
  if (!first || tags.length === 1) return first ?? undefined;
  const [primary] = first.split("-");
  return tags.every((tag) => tag?.split("-")[0] === primary) ? primary : undefined;
}
