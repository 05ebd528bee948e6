import bidiFactory from "bidi-js";
import type { Font } from "fontkit";
import { graphemesOf, isStacked } from "./break-lines";
import type { Direction } from "./direction";
import { covers, type Outline, outlineOf, widthOfText } from "./outline";

/** Text in one font and direction. */
export interface Run {
  font: Font;
  text: string;
  /** Embedding level (UAX 9). Odd levels run right to left. */
  level: number;
}

const bidi = bidiFactory();

/** Each of these scripts is set in one font per text. */
const SCRIPTS = [
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Hangul}/u,
];
const LETTER = /\p{L}/u;
const scriptOf = (letter: string): RegExp | undefined => SCRIPTS.find((script) => script.test(letter));

/**
 * In reading order. A script uses the first font that has all its letters, so that no word mixes typefaces. Digits
 * and marks use the font before them. Null if a letter has no glyph.
 */
export function runsOf(fonts: readonly Font[], text: string, direction: Direction): Run[] | null {
  const letters = graphemesOf(text);
  const fontOf = new Map(
    SCRIPTS.map((script) => {
      const all = letters.filter((letter) => script.test(letter)).join("");
      return [script, fonts.find((font) => covers(font, all))];
    }),
  );
  const first = letters.map(scriptOf).find((script) => script !== undefined);
  let near = first && fontOf.get(first);
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const runs: Run[] = [];
  let at = 0;
  for (const letter of letters) {
    const last = runs.at(-1);
    const script = scriptOf(letter);
    const wanted = script ? fontOf.get(script) : near;
    const font = wanted && covers(wanted, letter) ? wanted : fonts.find((one) => covers(one, letter));
    if (!font) return null;
    if (LETTER.test(letter)) near = font;
    const level = levels[at] ?? 0;
    at += letter.length;
    if (last?.font === font && last.level === level) last.text += letter;
    else runs.push({ font, text: letter, level });
  }
  return runs;
}

/** Visual order (UAX 9, rule L2). */
function fromLeft(runs: readonly Run[]): Run[] {
  const placed = [...runs];
  const deepest = Math.max(0, ...runs.map(({ level }) => level));
  for (let depth = deepest; depth > 0; depth -= 1) {
    let from = 0;
    while (from < placed.length) {
      let to = from;
      while ((placed[to]?.level ?? -1) >= depth) to += 1;
      placed.splice(from, to - from, ...placed.slice(from, to).toReversed());
      from = to + 1;
    }
  }
  return placed;
}

/** Brackets change direction in right-to-left text. */
const mirrored = (text: string): string => [...text].map((char) => bidi.getMirroredCharacter(char) ?? char).join("");

function setRuns(
  runs: readonly Run[],
  size: number,
  tracking: number,
  set: (run: { font: Font; text: string }, place: { tracking: number; left: number; direction: Direction }) => number,
): number {
  let left = 0;
  let room = 0;
  for (const { font, text, level } of fromLeft(runs)) {
    const isTurned = level % 2 === 1;
    left += room;
    const isTracked = !isTurned && !isStacked(text);
    const place = { tracking: isTracked ? tracking : 0, left, direction: isTurned ? "rtl" : "ltr" } as const;
    left += set({ font, text: isTurned ? mirrored(text) : text }, place);
    room = place.tracking * size;
  }
  return Math.max(0, left);
}

/** @param tracking in ems, ignored for right-to-left text and for scripts that join letters or add marks */
export function outlineOfRuns(runs: readonly Run[], size: number, tracking = 0): Outline {
  const parts: string[] = [];
  const width = setRuns(runs, size, tracking, ({ font, text }, place) => {
    const { d, width } = outlineOf(font, text, size, place);
    parts.push(d);
    return width;
  });
  return { d: parts.join(""), width };
}

/** At size 1. Faster than an outline. */
export const widthOfRuns = (runs: readonly Run[], tracking = 0): number =>
  setRuns(runs, 1, tracking, ({ font, text }, place) => widthOfText(font, text, 1, place));
