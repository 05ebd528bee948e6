const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const words = new Intl.Segmenter(undefined, { granularity: "word" });

export const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** True for what is written without blanks between its words, at least in part. */
export const isWithoutSpaces = (text: string): boolean => WITHOUT_SPACES.test(text);

const OPENS = /^[\p{Ps}\p{Pi}]+$/u;

/** Where a line may end: after blanks, and between words where a script writes none. */
export function pieces(text: string): string[] {
  if (!isWithoutSpaces(text)) return text.split(/(?<=\s)/);
  const found: string[] = [];
  let opening = "";
  for (const { segment, isWordLike } of words.segment(text)) {
    // Brackets and quotation marks that open never end a line, other marks never begin one.
    if (OPENS.test(segment)) opening += segment;
    else if (isWordLike === false && opening === "" && found.length > 0) found[found.length - 1] += segment;
    else {
      found.push(opening + segment);
      opening = "";
    }
  }
  return opening === "" ? found : [...found, opening];
}

/** The longest beginning of a text that fits, with what says that it went on. */
function cut(text: string, fits: (line: string) => boolean): string {
  const parts = graphemesOf(text);
  while (parts.length > 1 && !fits(`${parts.join("").trimEnd()}…`)) parts.pop();
  return `${parts
    .join("")
    .trimEnd()
    .replace(/[,;:.\s]+$/u, "")}…`;
}

/**
 * A text in lines that fit, at most so many: a word that fits no line is broken, and what is left over is cut off with an ellipsis.
 * @param widthOf the width of a line
 */
export function breakLines(
  text: string,
  { width, maxLines, widthOf }: { width: number; maxLines: number; widthOf: (line: string) => number },
): { lines: string[]; whole: boolean } {
  const fits = (line: string) => widthOf(line.trimEnd()) <= width;
  const lines: string[] = [];
  let line = "";
  const queue = pieces(text.replace(/\s+/g, " ").trim());
  let broken = false;
  while (queue.length > 0) {
    const piece = queue.shift() ?? "";
    if (fits(line + piece)) line += piece;
    else if (line !== "") {
      lines.push(line.trimEnd());
      line = "";
      queue.unshift(piece);
    } else {
      const parts = graphemesOf(piece);
      let count = parts.length - 1;
      while (count > 1 && !fits(parts.slice(0, count).join(""))) count -= 1;
      broken = true;
      lines.push(parts.slice(0, Math.max(1, count)).join(""));
      const rest = parts.slice(Math.max(1, count)).join("");
      if (rest) queue.unshift(rest);
    }
    if (lines.length > maxLines) break;
  }
  if (line.trim() !== "") lines.push(line.trimEnd());
  if (lines.length <= maxLines) return { lines, whole: !broken };
  const kept = lines.slice(0, maxLines);
  kept[maxLines - 1] = cut(`${kept[maxLines - 1] ?? ""} ${lines[maxLines] ?? ""}`, fits);
  return { lines: kept, whole: false };
}
