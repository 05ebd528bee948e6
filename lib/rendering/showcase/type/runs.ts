import bidiFactory from "bidi-js";
import type { Font } from "fontkit";
import { graphemesOf, isStacked } from "./break-lines";
import type { Direction } from "./direction";
import { covers, type Outline, outlineOf, widthOfText } from "./outline";

/** A part of a text that one font sets in one direction. */
export interface Run {
  font: Font;
  text: string;
  /** How deep it is embedded (Unicode Bidirectional Algorithm, UAX 9): what has an odd level runs from right to left. */
  level: number;
}

const bidi = bidiFactory();

/** Scripts whose letters one font sets together in a text; letters of others are set one by one. */
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
 * A text in runs, as few as can be, in the order in which it is read: all letters of a script in the first font that has them, so that no word is
 * set in two typefaces, and figures and marks in the font of the letters before them. Null where a letter is in no font.
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

/** Runs as they stand from left to right (UAX 9, rule L2). */
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

/** Brackets and their like, which look the other way in what runs from right to left. */
const mirrored = (text: string): string => [...text].map((char) => bidi.getMirroredCharacter(char) ?? char).join("");

/** Sets runs beside one another from the left, each by what gives its width; gives the width of all. */
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

/** @param tracking room between letters, in ems; none where letters may be joined or have marks: what runs from right to left, Devanagari, Thai */
export function outlineOfRuns(runs: readonly Run[], size: number, tracking = 0): Outline {
  const parts: string[] = [];
  const width = setRuns(runs, size, tracking, ({ font, text }, place) => {
    const { d, width } = outlineOf(font, text, size, place);
    parts.push(d);
    return width;
  });
  return { d: parts.join(""), width };
}

/** How wide their outline is at a size of 1, without drawing one. */
export const widthOfRuns = (runs: readonly Run[], tracking = 0): number =>
  setRuns(runs, 1, tracking, ({ font, text }, place) => widthOfText(font, text, 1, place));
