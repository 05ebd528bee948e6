import bidiFactory from "bidi-js";
import type { Font } from "fontkit";
import { graphemesOf, isStacked } from "./break-lines";
import type { Direction } from "./direction";

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

const LETTERS = { moveTo: "M", lineTo: "L", quadraticCurveTo: "Q", bezierCurveTo: "C", closePath: "Z" } as const;
const rounded = (value: number): string => String(Math.round(value * 100) / 100);

/** A path from `0 0` on the baseline, and its width. */
export interface Outline {
  d: string;
  width: number;
}

/** Joiners and direction marks. A space isn't one: without a glyph it would lose its width. */
const INVISIBLE = /^(?:\p{Cf}|\p{Variation_Selector})$/u;

export const covers = (font: Font, text: string): boolean =>
  [...text].every((char) => INVISIBLE.test(char) || font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0));

const MARKS_AND_AM = /([\u0e31\u0e34-\u0e37\u0e47-\u0e4e\u0eb1\u0eb4-\u0eb7\u0ebb\u0ec8-\u0ece]*)([\u0e33\u0eb3])/g;

/** Places the ring of SARA AM (Thai, Lao) below other marks, as browsers do. */
export function shapeable(font: Font, text: string): string {
  const parts = text.replace(MARKS_AND_AM, (_, marks: string, am: string) =>
    am === "\u0e33" ? `\u0e4d${marks}\u0e32` : `\u0ecd${marks}\u0eb2`,
  );
  return parts === text || covers(font, parts) ? parts : text;
}

interface Place {
  /** In ems. */
  tracking?: number;
  left?: number;
  direction?: Direction;
}

const layOut = (font: Font, text: string, direction?: Direction) =>
  font.layout(shapeable(font, text), undefined, undefined, undefined, direction);

/** Faster than an outline. */
export function widthOfText(
  font: Font,
  text: string,
  size: number,
  { tracking = 0, direction }: Omit<Place, "left"> = {},
): number {
  const { positions } = layOut(font, text, direction);
  const advances = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return Math.max(0, (advances * size) / font.unitsPerEm + (positions.length - 1) * tracking * size);
}

export function outlineOf(
  font: Font,
  text: string,
  size: number,
  { tracking = 0, left = 0, direction }: Place = {},
): Outline {
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = layOut(font, text, direction);
  let pen = left;
  const parts: string[] = [];
  glyphs.forEach((glyph, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
    for (const { command, args } of glyph.path.commands) {
      const places = args.map((value, at) =>
        rounded(at % 2 === 0 ? pen + (value + xOffset) * scale : -(value + yOffset) * scale),
      );
      parts.push(LETTERS[command] + places.join(" "));
    }
    pen += xAdvance * scale + tracking * size;
  });
  return { d: parts.join(""), width: Math.max(0, pen - left - tracking * size) };
}
