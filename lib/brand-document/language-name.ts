/** The English name of a language by its tag: `German` for `de`; the tag itself where there is none. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "language", fallback: "code" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
