const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const words = new Intl.Segmenter(undefined, { granularity: "word" });

export const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** True if any part is in a script without spaces. */
export const isWithoutSpaces = (text: string): boolean => WITHOUT_SPACES.test(text);

/** True for letters with marks above or below: Thai, Devanagari, Arabic with vowels, Vietnamese. */
export const isStacked = (text: string): boolean =>
  /\p{M}/u.test(text.normalize("NFC")) || /\p{M}{2}/u.test(text.normalize("NFD"));

const OPENS = /^[\p{Ps}\p{Pi}]+$/u;
/** Stays with the number or name after it, unless it is a currency after a number. */
const PREFIX = /^[\p{Sc}#@]$/u;
const NUMBER_BEFORE = /\p{N}$/u;
/** Repetition marks of Thai, Lao and Khmer, which stay with the word before. */
const REPEATS = /^[\u0e46\u0ec6\u17d7]/;

export function pieces(text: string): string[] {
  if (!isWithoutSpaces(text)) return text.split(/(?<=\s)/);
  const found: string[] = [];
  let opening = "";
  for (const { segment, isWordLike } of words.segment(text)) {
    const before = found.at(-1) ?? "";
    // Opening brackets and quotes never end a line, other marks never start one.
    if (OPENS.test(segment) || (PREFIX.test(segment) && !NUMBER_BEFORE.test(before))) opening += segment;
    else if ((!isWordLike || REPEATS.test(segment)) && opening === "" && before !== "")
      found[found.length - 1] += segment;
    else {
      found.push(opening + segment);
      opening = "";
    }
  }
  return opening === "" ? found : [...found, opening];
}

/** The largest count that fits, at least 1. Exponential search keeps calls few. */
function countThatFits(most: number, doFit: (count: number) => boolean): number {
  let [fitting, tooMany] = [1, 2];
  while (tooMany <= most && doFit(tooMany)) [fitting, tooMany] = [tooMany, 2 * tooMany];
  tooMany = Math.min(tooMany, most + 1);
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1;
    if (doFit(middle)) fitting = middle;
    else tooMany = middle;
  }
  return fitting;
}

function cut(text: string, fits: (line: string) => boolean): string {
  const parts = graphemesOf(text);
  const beginning = (count: number) => parts.slice(0, count).join("").trimEnd();
  const count = countThatFits(parts.length, (tried) => fits(`${beginning(tried)}…`));
  return `${beginning(count).replace(/[,;:.\s]+$/u, "")}…`;
}

function breakWord(word: string, maxLines: number, fits: (line: string) => boolean): string[] {
  const parts = graphemesOf(word);
  const lines: string[] = [];
  let from = 0;
  while (from < parts.length && lines.length < maxLines) {
    const beginning = (count: number) => parts.slice(from, from + count).join("");
    const count = countThatFits(parts.length - from, (tried) => fits(beginning(tried)));
    lines.push(beginning(count));
    from += count;
  }
  return lines;
}

/** At most `maxLines` lines. Breaks words wider than a line, and ends cut text with an ellipsis. */
export function breakLines(
  text: string,
  { width, maxLines, widthOf }: { width: number; maxLines: number; widthOf: (line: string) => number },
): { lines: string[]; whole: boolean } {
  const fits = (line: string) => widthOf(line.trimEnd()) <= width;
  const lines: string[] = [];
  let line = "";
  let broken = false;
  for (const piece of pieces(text.replace(/\s+/g, " ").trim())) {
    if (lines.length > maxLines) break;
    if (fits(line + piece)) {
      line += piece;
      continue;
    }
    if (line !== "") lines.push(line.trimEnd());
    const isWide = !fits(piece);
    const parts = isWide ? breakWord(piece, maxLines + 2 - lines.length, fits) : [piece];
    broken ||= isWide;
    line = parts.pop() ?? "";
    lines.push(...parts);
  }
  if (line.trim() !== "") lines.push(line.trimEnd());
  if (lines.length <= maxLines) return { lines, whole: !broken };
  const kept = lines.slice(0, maxLines);
  kept[maxLines - 1] = cut(`${kept[maxLines - 1] ?? ""} ${lines[maxLines] ?? ""}`, fits);
  return { lines: kept, whole: false };
}
