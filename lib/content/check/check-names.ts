import type { Word } from "./check-words";
import { type Found, finding, placed, type Version } from "./findings";
import type { Facts } from "./read-markup";
import type { Block } from "./read-text";

export interface BrandName {
  name: string;
  /** Its letters and digits in lower case. */
  letters: string;
  words: number;
  /** The brand also writes it in lower case, as a common word. */
  isCommon: boolean;
}

const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(textsIn);

export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "");

/** The brand's name, and each beginning of it that the brand's texts use: `Torvane` of `Torvane Instruments`. */
export function namesOf({ brand, identity, legal }: Version): BrandName[] {
  const own = textsIn([legal, identity.brand]).join("\n");
  const parts = brand.name.trim().split(/\s+/);
  let rest = own;
  return parts
    .map((_, index) => parts.slice(0, parts.length - index))
    .map((words) => ({ name: words.join(" "), words: words.length }))
    .filter(({ name }, index) => {
      const isUsed = index === 0 || (name.length > 3 && rest.includes(name));
      // “Slow” isn't a short name because “Slow Ferry” is one.
      rest = rest.replaceAll(name, "");
      return isUsed;
    })
    .map((one) => {
      const lower = one.name.toLowerCase();
      return { ...one, letters: lettersOf(one.name), isCommon: one.name !== lower && own.includes(` ${lower}`) };
    });
}

const isCapital = (text: string) => text.charAt(0) !== text.charAt(0).toLowerCase();
const SENTENCE_START = /(?:^|[.!?:…。\n]["'“‘(]?\s*)$/;

/** Null where it may be common words: a phrase in lower case, a sentence that begins with it. */
function severityOf({ name, words, isCommon }: BrandName, quote: string, isStart: boolean): Found["severity"] | null {
  const written = quote.replace(/\s/g, " ");
  const lower = written.toLowerCase();
  if (written === name || written === name.toUpperCase()) return null;
  if (lower !== name.toLowerCase()) return isCapital(written) || !isCapital(name) ? "must" : null;
  const isPhrase = written === lower || (isStart && written.slice(1) === lower.slice(1));
  if (!isPhrase) return "must";
  return words > 2 || (words === 1 && !isCommon) ? "should" : null;
}

/** How many words from `index` make the name's letters, or 0. */
function wordsJoined(text: string, words: readonly Word[], index: number, { letters, words: most }: BrandName): number {
  let joined = "";
  for (let count = 1; count <= most + 1; count += 1) {
    const word = words[index + count - 1];
    const gap = count === 1 ? " " : text.slice(words[index + count - 2]?.to, word?.from);
    joined += word?.key ?? "";
    if (!word || !/^[\s\-‐‑]$/.test(gap) || !letters.startsWith(joined)) return 0;
    if (joined === letters) return count;
  }
  return 0;
}

/** Other spellings of the brand's name. */
export function checkName(block: Block, words: readonly Word[], names: readonly BrandName[]): Found[] {
  const { text } = block;
  const found: Found[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const { from } = words[index] as Word;
    const one = names.find((name) => wordsJoined(text, words, index, name) > 0);
    if (!one) continue;
    index += wordsJoined(text, words, index, one) - 1;
    const { to } = words[index] as Word;
    const quote = text.slice(from, to);
    const rest = names.find(({ name }) => quote.startsWith(`${name} `))?.name.length ?? quote.length;
    const severity = severityOf(one, quote, SENTENCE_START.test(text.slice(Math.max(0, from - 4), from)));
    // “Slow Ferry coffee” is the short name and a word.
    if (!severity || (rest < quote.length && !/\p{Lu}/u.test(quote.slice(rest)))) continue;
    const message = `Write the name as “${one.name}”.`;
    found.push(finding("name-spelling", severity, "/brand/name", placed(block, from, to, one.name), message));
  }
  return found;
}

const plainOf = (text: string): string => text.replace(/\s+/g, " ").trim();

function gramsOf(text: string): Set<string> {
  const letters = lettersOf(text);
  return new Set(Array.from(letters, (_, at) => letters.slice(at, at + 3)));
}

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((gram) => other.has(gram)).length;
  return common / Math.max(one.size, other.size) >= 0.6;
}

const legalText = (rule: string, path: string, written: string) => {
  const text = plainOf(written);
  return { rule, path, text, grams: gramsOf(text) };
};

/** A heading such as “About Torvane”, without the name. */
const ABOUT = /^(?:about|über|à propos d(?:e|['’])|sobre|acerca de|o|om|over|su|hakkında|について|เกี่ยวกับ|关于)$/i;

/** Legal texts that differ from the brand's, or are missing on a page or below “About” and the brand's name. */
export function checkLegal(
  { blocks, isPage }: Facts,
  { legal }: Version,
  names: readonly BrandName[],
  languageOfBlock: (block: Block) => string,
): Found[] {
  const lines = (legal?.trademark_lines ?? []).map((text, at) =>
    legalText("trademark-line", `/legal/trademark_lines/${at}`, text),
  );
  const boilerplate = Object.entries(legal?.boilerplate ?? {}).map(([tag, text]) =>
    legalText("boilerplate", `/legal/boilerplate/${tag}`, text),
  );
  const found: Found[] = [];
  let [heading, mention, hasLine]: [Block?, Found?, boolean?] = [];
  const add = (block: Block, { rule, path }: { rule: string; path: string }, message: string, fix?: string) => {
    const place = placed(block, block.text.search(/\S/), block.text.trimEnd().length, fix);
    found.push(finding(rule, "should", path, place, message));
  };
  for (const block of blocks) {
    if (block.kind === "attribute") continue;
    const plain = plainOf(block.text);
    const own = [...lines, ...boilerplate].find(({ text }) => plain.includes(text));
    const size = lettersOf(plain).length;
    const all = own ? [] : [...lines, ...boilerplate];
    const near = all.filter(({ grams }) => size > grams.size / 2 && size < grams.size * 3);
    const grams = near.length > 0 ? gramsOf(plain) : new Set<string>();
    const altered = near.find((one) => isAlike(one.grams, grams));
    hasLine ||= (own ?? altered)?.rule === "trademark-line";
    if (altered) add(block, altered, `This differs from the brand's text: “${altered.text}”`, altered.text);
    const wanted = boilerplate.find(({ path }) => path.endsWith(`/${languageOfBlock(block)}`)) ?? boilerplate[0];
    if (heading && wanted && (own ?? altered)?.rule !== "boilerplate")
      add(heading, wanted, `The text below “${plainOf(heading.text)}” isn't the brand's boilerplate.`);
    const name = names.find((one) => plain.includes(one.name))?.name;
    heading = name && ABOUT.test(plain.replace(name, "").trim()) ? block : undefined;
    const [line] = lines;
    if (!name || !line || mention || !block.text.includes(name)) continue;
    const from = block.text.indexOf(name);
    const message = `The page has no trademark line: “${line.text}”`;
    mention = finding(line.rule, "should", line.path, placed(block, from, from + name.length), message);
  }
  if (isPage && mention && !hasLine) found.push(mention);
  return found;
}
