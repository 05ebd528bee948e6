import type { Font } from "fontkit";
import type { Shape } from "../scene";
import { breakLines, graphemesOf, isStacked } from "./break-lines";
import { type Direction, directionOf } from "./direction";
import { covers, type Outline, outlineOfRuns, runsOf, widthOfRuns } from "./runs";

/** Look-alikes that more fonts have. */
const ALIKE: Record<string, string> = {
  "\u2010": "-",
  "\u2011": "-",
  "\u2015": "—",
  "\u02b9": "′",
  "\u02bb": "‘",
  "\u02bc": "’",
  "\u02bd": "‘",
  "\u02be": "’",
  "\u02bf": "‘",
};
const alike = (text: string): string => [...text].map((char) => ALIKE[char] ?? char).join("");

const SELECTORS = /[\ufe0e\ufe0f\u20e3]/g;
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;
const READABLE = /[\p{L}\p{N}]/u;
const GONE = "\0";
/** Removing a character also removes the space before it. */
const GONE_WITH_BLANK = / ?\0+(?=[\s.,;:!?…)]|$)/g;

const isReadable = (text: string): boolean => READABLE.test(text);

const isSettable = (fonts: readonly Font[], text: string): boolean =>
  graphemesOf(text).every((letter) => fonts.some((font) => covers(font, letter)));

const substituteFor = (fonts: readonly Font[], letter: string): string | undefined =>
  [alike(letter), letter.normalize("NFC"), alike(letter.normalize("NFKC"))].find((other) => isSettable(fonts, other));

/** The part that the best font has. Empty if none has the letter. */
function partOf(fonts: readonly Font[], letter: string): string {
  const [base = ""] = letter;
  const font = fonts.find((one) => covers(one, base));
  return font ? [...letter].filter((char) => covers(font, char)).join("") : GONE;
}

/**
 * Replaces characters without a glyph by look-alikes or compatible ones (`°C` for `℃`), or drops them. Empty if no
 * letter or digit remains.
 * @returns missing the dropped characters
 */
export function settable(fonts: readonly Font[], given: string): { text: string; missing: string[] } {
  const text = given.replaceAll(SELECTORS, "").replaceAll(CONTROLS, " ").trim();
  const [first] = fonts;
  if (first && covers(first, text)) return { text, missing: [] };
  const missing = new Set<string>();
  const letters = graphemesOf(text).map((letter) => {
    if (fonts.some((font) => covers(font, letter))) return letter;
    const substitute = substituteFor(fonts, letter);
    if (substitute === undefined) missing.add(letter);
    return substitute ?? partOf(fonts, letter);
  });
  const left = letters.join("").replaceAll(GONE_WITH_BLANK, "").replaceAll(GONE, "").trim();
  return { text: isReadable(text) && !isReadable(left) ? "" : left, missing: [...missing] };
}

export const FACES = ["display", "body", "strong", "mono"] as const;
export type Face = (typeof FACES)[number];

/** By face, the brand's fonts first. */
export type Fonts = Readonly<Record<Face, readonly Font[]>>;

export interface TextLook {
  face: Face;
  size: number;
  fill: string;
  /** The background colour. */
  on: string;
  /** Letter spacing in ems. */
  tracking?: number;
  /** Line height as a multiple of the size. */
  leading?: number;
}

export interface TextBox {
  x: number;
  /** The top of the capitals. */
  y: number;
  width: number;
  maxLines?: number;
  align?: "start" | "middle" | "end";
}

export interface Block {
  shapes: Shape[];
  height: number;
  width: number;
  lines: number;
  /** False if text was cut or a word broken. */
  whole: boolean;
}

interface Measured {
  lines: string[];
  leading: number;
  /** How far marks of the first line rise above its capitals. */
  rise: number;
  height: number;
  whole: boolean;
}

/** Heights of capitals and descenders as shares of the size, close enough for any font. */
const CAPITALS = 0.71;
const HANGING = 0.2;
/** Tighter lines are headlines. */
const HEADLINE_LEADING = 1.25;
/** For headlines in scripts with marks above and below or full-width letters. `rise` is above the capitals. */
const STACKED = { leading: 1.45, rise: 0.32 };
const SQUARE = { leading: 1.25, rise: 0.1 };
const WIDE = /[\u{1100}-\u{11ff}\u{2e80}-\u{9fff}\u{ac00}-\u{d7af}\u{f900}-\u{faff}\u{ff00}-\u{ffef}]/u;

export class Typesetter {
  /** Characters that no font has. */
  readonly missing = new Set<string>();
  private readonly outlines = new Map<string, Outline | null>();
  /** In ems. Lines are measured far more often than drawn. */
  private readonly widths = new Map<string, number>();

  constructor(
    private readonly fonts: Fonts,
    private readonly isForBrowsers: boolean,
  ) {}

  /** Without characters that no font has, unless a browser shows them. */
  said(given: string, face: Face): string {
    const { text, missing } = settable(this.fonts[face], given);
    for (const char of missing) this.missing.add(char);
    return this.isForBrowsers && missing.some(isReadable) ? given : text;
  }

  widthOf(text: string, look: Pick<TextLook, "face" | "size" | "tracking">): number {
    const { face, tracking = 0 } = look;
    const key = JSON.stringify([face, tracking, text]);
    const known = this.widths.get(key);
    if (known !== undefined) return known * look.size;
    const direction = directionOf(text);
    const fonts = this.fonts[face];
    const runs = runsOf(fonts, text, direction) ?? runsOf(fonts, this.said(text, face), direction);
    const ems = runs
      ? widthOfRuns(runs, tracking)
      : graphemesOf(text).reduce((width, char) => width + (WIDE.test(char) ? 1 : 0.56), 0);
    this.widths.set(key, ems);
    return ems * look.size;
  }

  /** Pass the direction for a part of a longer text. */
  line(
    given: string,
    look: TextLook,
    {
      x,
      y,
      align = "start",
      direction = directionOf(given),
    }: { x: number; y: number; align?: TextBox["align"]; direction?: Direction },
  ): Shape {
    const text = this.said(given, look.face);
    const inscription = { text, fill: look.fill, on: look.on };
    const outline = this.outline(text, look, direction);
    const baseline = y + look.size * CAPITALS;
    if (outline) {
      const left = align === "start" ? x : align === "middle" ? x - outline.width / 2 : x - outline.width;
      return { kind: "outline", d: outline.d, x: left, y: baseline, inscription };
    }
    // SVG's anchors are sides of the text, so they swap in right-to-left text.
    const turned = { start: "end", middle: "middle", end: "start" } as const;
    const anchor = direction === "rtl" ? turned[align] : align;
    const bold = look.face === "display" || look.face === "strong";
    return { kind: "text", x, y: baseline, size: look.size, bold, anchor, direction, inscription };
  }

  /** Right-to-left text is right-aligned. */
  block(given: string, look: TextLook, box: TextBox): Block {
    const text = this.said(given, look.face);
    return this.draw(text, look, box, this.measure(text, look, box));
  }

  private spacing(text: string, { leading = 1.4 }: Pick<TextLook, "leading">) {
    const isHeadline = leading < HEADLINE_LEADING;
    const room = isStacked(text) ? STACKED : WIDE.test(text) ? SQUARE : { leading, rise: 0 };
    return isHeadline ? { isHeadline, ...room } : { isHeadline, leading, rise: 0 };
  }

  private measure(text: string, look: TextLook, { width, maxLines = 20 }: TextBox): Measured {
    const spacing = this.spacing(text, look);
    const [leading, rise] = [spacing.leading * look.size, spacing.rise * look.size];
    const widthOf = (line: string) => this.widthOf(line, look);
    const { lines, whole } = this.balanced(
      breakLines(text, { width, maxLines, widthOf }),
      { text, width, maxLines, widthOf },
      spacing.isHeadline,
    );
    const height = lines.length === 0 ? 0 : rise + (lines.length - 1) * leading + look.size * (CAPITALS + HANGING);
    return { lines, leading, rise, height, whole };
  }

  private draw(
    text: string,
    look: TextLook,
    { x, y, width, align = "start" }: TextBox,
    { lines, leading, rise, height, whole }: Measured,
  ): Block {
    const direction = directionOf(text);
    const side = direction === "ltr" ? align : ({ start: "end", middle: "middle", end: "start" } as const)[align];
    const anchorX = side === "start" ? x : side === "middle" ? x + width / 2 : x + width;
    const shapes = lines.map((line, index) =>
      this.line(line, look, { x: anchorX, y: y + rise + index * leading, align: side, direction }),
    );
    const longest = Math.max(0, ...lines.map((line) => this.widthOf(line, look)));
    return { shapes, height, width: longest, lines: lines.length, whole };
  }

  /** At the largest size that fits. Cuts text at the smallest size. */
  fit(
    given: string,
    look: Omit<TextLook, "size">,
    box: TextBox,
    sizes: readonly number[],
    maxHeight = Number.POSITIVE_INFINITY,
  ): Block {
    const text = this.said(given, look.face);
    for (const size of sizes) {
      const measured = this.measure(text, { ...look, size }, box);
      if (measured.whole && measured.height <= maxHeight) return this.draw(text, { ...look, size }, box, measured);
    }
    const smallest = sizes.at(-1) ?? 16;
    const room = Math.max(1, Math.floor(maxHeight / (this.spacing(text, look).leading * smallest)));
    return this.block(text, { ...look, size: smallest }, { ...box, maxLines: Math.min(box.maxLines ?? 20, room) });
  }

  /** Balances line lengths of headlines, so that no word is alone on the last line. */
  private balanced(
    broken: ReturnType<typeof breakLines>,
    { text, ...room }: { text: string } & Parameters<typeof breakLines>[1],
    wanted: boolean,
  ) {
    if (!wanted || !broken.whole || broken.lines.length < 2) return broken;
    let best = broken;
    for (const share of [0.92, 0.84, 0.76, 0.68, 0.6]) {
      const narrower = breakLines(text, { ...room, width: room.width * share });
      if (!narrower.whole || narrower.lines.length > broken.lines.length) break;
      best = narrower;
    }
    return best;
  }

  private outline(
    text: string,
    { face, size, tracking = 0 }: Pick<TextLook, "face" | "size" | "tracking">,
    direction: Direction = directionOf(text),
  ): Outline | null {
    const key = JSON.stringify([face, size, tracking, direction, text]);
    const known = this.outlines.get(key);
    if (known !== undefined) return known;
    const runs = runsOf(this.fonts[face], text, direction);
    const outline = runs && outlineOfRuns(runs, size, tracking);
    this.outlines.set(key, outline);
    return outline;
  }
}
