import type { Font } from "fontkit";
import type { Shape } from "../scene";
import { breakLines, graphemesOf, isStacked } from "./break-lines";
import { type Direction, directionOf } from "./direction";
import type { Outline } from "./outline";
import { outlineOfRuns, runsOf, widthOfRuns } from "./runs";
import { isReadable, settable } from "./settable";

export const FACES = ["display", "body", "strong", "mono"] as const;
export type Face = (typeof FACES)[number];

/** The fonts of each face, in the order in which they are asked for a text: the brand's own, then the hub's. */
export type Fonts = Readonly<Record<Face, readonly Font[]>>;

export interface TextLook {
  face: Face;
  size: number;
  fill: string;
  /** The colour behind it. */
  on: string;
  /** Room between letters, in ems. */
  tracking?: number;
  /** From line to line, as a multiple of the size. */
  leading?: number;
}

export interface TextBox {
  x: number;
  /** Where capitals begin. */
  y: number;
  width: number;
  maxLines?: number;
  align?: "start" | "middle" | "end";
}

export interface Block {
  shapes: Shape[];
  height: number;
  /** Of the longest line. */
  width: number;
  lines: number;
  /** False where something was cut off, or a word broken. */
  whole: boolean;
}

/** The lines of a block, before they are drawn. */
interface Measured {
  lines: string[];
  /** From line to line. */
  leading: number;
  /** How much room the marks of the first line have above its capitals. */
  rise: number;
  height: number;
  whole: boolean;
}

/** How high capitals stand, and how far letters hang below the line, as shares of the size: near enough for any face. */
const CAPITALS = 0.71;
const HANGING = 0.2;
/** Closer lines are those of a headline. */
const HEADLINE_LEADING = 1.25;
/** From line to line of headlines whose letters have marks above and below them or fill a square, and how far those reach above capitals. */
const STACKED = { leading: 1.45, rise: 0.32 };
const SQUARE = { leading: 1.25, rise: 0.1 };
const WIDE = /[\u{1100}-\u{11ff}\u{2e80}-\u{9fff}\u{ac00}-\u{d7af}\u{f900}-\u{faff}\u{ff00}-\u{ffef}]/u;

/** Sets text in a brand's fonts. What is drawn for browsers stays text where no font has its letters, at a width that is only estimated. */
export class Typesetter {
  /** The characters that no font has, of all that was to be set. */
  readonly missing = new Set<string>();
  private readonly outlines = new Map<string, Outline | null>();
  /** In ems: lines are measured at many sizes and in many lengths, of which few are drawn. */
  private readonly widths = new Map<string, number>();

  constructor(
    private readonly fonts: Fonts,
    private readonly isForBrowsers: boolean,
  ) {}

  /** A text as it is set: without what no font has, but whole where a browser is to show letters that none has. */
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

  /** One line, as wide as it is. Part of a longer text has the direction of that. */
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
    // SVG's anchors are sides of the text, whose start is at the right where it runs to the left.
    const turned = { start: "end", middle: "middle", end: "start" } as const;
    const anchor = direction === "rtl" ? turned[align] : align;
    const bold = look.face === "display" || look.face === "strong";
    return { kind: "text", x, y: baseline, size: look.size, bold, anchor, direction, inscription };
  }

  /** Several lines in a box; a text that runs from right to left begins at its right. */
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

  /** The block at the largest size at which all of it fits; at the smallest one what does not is cut off. */
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

  /** Headlines with lines of much the same length, so that no word is left alone on the last one. */
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
