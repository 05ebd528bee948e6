/** Languages of which the letters are known (`coverage.ts`, which is far too large for a browser that only asks whether one is covered). */
export const KNOWN_LANGUAGES =
  "af ar az be bg bs ca cs cy da de en eo es et eu fa fi fo fr ga gl hi hr hu id is it ja kk ko lb lt lv mk mn mr ms mt nb nl nn no pl pt ro ru sk sl sq sr sv sw tr uk ur vi";

const isKnown = (language: string): boolean => KNOWN_LANGUAGES.split(" ").includes(language);

/** The scripts of which any is enough for a text of this one: Japanese and Korean are written in several at once. */
const WRITTEN_IN: Readonly<Record<string, readonly string[]>> = {
  Jpan: ["Hira", "Kana", "Hani"],
  Kore: ["Hang"],
  Hans: ["Hani"],
  Hant: ["Hani"],
};

/** Whether a typeface has the letters of a language (BCP 47), by what was read from it; null where that cannot be told. */
export function coversLanguage(
  font: { scripts: readonly string[]; languages: readonly string[] },
  language: string,
): boolean | null {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(language.trim()).maximize();
  } catch {
    return null;
  }
  const { script } = locale;
  const ownScript = new Intl.Locale(locale.language).maximize().script === script;
  if (isKnown(locale.language) && ownScript) return font.languages.includes(locale.language);
  if (!script) return null;
  return (WRITTEN_IN[script] ?? [script]).every((one) => font.scripts.includes(one));
}
