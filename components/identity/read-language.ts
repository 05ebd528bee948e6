const PROBLEM = "is no language tag. Write it like en, de-AT or zh-Hant.";
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** The tag of a language that is called by its English name, such as `de` for German. */
function tagOfName(name: string): string | undefined {
  const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const tag = first + second;
      if (names.of(tag)?.toLowerCase() === name.toLowerCase()) return Intl.getCanonicalLocales(tag)[0];
    }
  }
  return undefined;
}

/** A BCP 47 language tag in its usual form: `en-GB` for `EN_gb`, and `de` for German. */
export function readLanguage(input: string): { value: string } | { problem: string } {
  const text = input.trim();
  try {
    const [tag] = Intl.getCanonicalLocales(text.replaceAll("_", "-"));
    if (tag && /^[a-z]{2,3}(-|$)/.test(tag)) return { value: tag };
  } catch {
    // Not even the form of a tag.
  }
  const tag = tagOfName(text);
  return tag ? { value: tag } : { problem: `“${text}” ${PROBLEM}` };
}
