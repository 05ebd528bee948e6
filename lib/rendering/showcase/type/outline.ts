import type { Font } from "fontkit";
import type { Direction } from "./direction";

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
