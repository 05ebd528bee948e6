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
