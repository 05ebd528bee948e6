export type ReadText = { value: string } | { problem: string; proposal?: string };

const SCHEME = /^https?:\/\//i;

/** Parses a web address. Without a scheme, proposes one with `https://`. Empty input is valid. */
export function readWebsite(input: string): ReadText {
  const text = input.trim();
  if (text === "") return { value: "" };
  const address = SCHEME.test(text) ? text : `https://${text}`;
  const url = /\s/.test(text) || !URL.canParse(address) ? null : new URL(address);
  if (!url || url.username || !/^[^.].*\.[^.]/.test(url.hostname))
    return { problem: "Not saved. Enter a web address such as https://example.com." };
  if (SCHEME.test(text)) return { value: text };
  return { problem: "Not saved. A web address starts with https://.", proposal: address };
}

const PROBLEM = "is not a language tag. Enter one such as en, de-AT or zh-Hant.";
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** Returns the tag for a language's English name: `de` for German. */
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

/** Parses a BCP 47 tag or an English language name: `en-GB` for `EN_gb`, `de` for German. */
export function readLanguage(input: string): { value: string } | { problem: string } {
  const text = input.trim();
  try {
    const [tag] = Intl.getCanonicalLocales(text.replaceAll("_", "-"));
    if (tag && /^[a-z]{2,3}(-|$)/.test(tag)) return { value: tag };
  } catch {
    // Not shaped like a tag.
  }
  const tag = tagOfName(text);
  return tag ? { value: tag } : { problem: `“${text}” ${PROBLEM}` };
}
