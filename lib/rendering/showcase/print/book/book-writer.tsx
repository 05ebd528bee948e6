import { Font, Page, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { Kit } from "../../mock-ups/kit";
import type { Scene } from "../../scene";
import type { Pictures } from "../../scene-to-svg";
import { graphemesOf, isStacked, isWithoutSpaces, pieces } from "../../type/break-lines";
import { directionOf } from "../../type/direction";
import { runsOf, shapeable } from "../../type/runs";
import type { Face, Fonts, TextBox, TextLook } from "../../type/typesetter";
import { PdfScene } from "../scene-to-pdf";
import { hubFamily, learnLetters, SOFT_HYPHEN, type TextFace, ZERO_WIDTH_SPACE } from "./book-fonts";

/** A4 landscape, in points. */
export const PAGE = { width: 841.89, height: 595.28, edge: 52, top: 64 } as const;
export const WIDTH = PAGE.width - 2 * PAGE.edge;
export const GUTTER = 28;
/** Below a chapter's title, rounded down so that a full page stays one page. */
export const BODY = 386;
const COLUMN = (WIDTH - GUTTER) / 2 - 16;

const END_OF_GRID = 22;
const STACKED_LEADING = 1.6;
/**
 * Indic scripts, Burmese, Khmer, Arabic with vowels. The PDF writer counts glyphs and would lose letters or move
 * marks.
 */
const JOINED = /[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\u064b-\u0655]/;
/** The shortest part of a broken word. */
const MIN_PART = 4;
/** Largest first. */
const SMALLEST = 10.5;
const SIZES = [22, 20, 18, 16.5, 15, 14, 13, 12, 11, SMALLEST] as const;
const PADDING = 16;
/** In letters. */
const MAX_MEASURED = 300;

export interface Card {
  title?: string | undefined;
  text: string;
}

/** Penalty of a hyphen. The PDF writer also adds one where two fonts meet. */
const [HYPHENATED, NEVER] = [600, 10_000];
const UNSET = "[A text in letters that no font here has]";

interface Words {
  face?: TextFace;
  size?: number;
  color?: string;
  leading?: number;
  style?: { marginTop?: number; marginBottom?: number };
  width?: number;
}

export class BookWriter {
  private readonly used = new Set<string>();
  private drawings = 0;

  constructor(
    readonly kit: Kit,
    private readonly fonts: Fonts,
    private readonly pictures: Pictures,
    private readonly edition: string,
    private readonly own: ReadonlyMap<TextFace, string>,
  ) {}

  /** Unregisters the brand's fonts. Call it after printing. */
  close(): void {
    const registered = Font.getRegisteredFonts();
    for (const family of this.own.values()) delete registered[family];
  }

  /** Call before printing, so that each letter stays text. */
  async learnLetters(): Promise<void> {
    for (const family of this.used) await learnLetters(family);
  }

  private familyOf(font: Fonts[Face][number], face: TextFace): string {
    const family = hubFamily([font]) ?? this.own.get(face) ?? hubFamily(this.fonts[face]) ?? "";
    this.used.add(family);
    return family;
  }

  /** Selectable text. A text without any printable letter is listed as such, never printed as boxes. */
  text(
    said: string,
    { face = "body", size = 10.5, color = this.kit.scheme.ink, leading = 1.45, style, width = COLUMN }: Words = {},
  ): ReactNode {
    if (said.trim() === "") return null;
    const set = this.kit.type.said(said, face) || UNSET;
    const text = this.breakable(set, { face, size }, width);
    const direction = directionOf(text);
    const lineHeight = Math.max(leading, isStacked(text) ? STACKED_LEADING : 0);
    if (JOINED.test(text)) {
      const drawing = this.drawn(
        set,
        { face, size, fill: color, leading: lineHeight },
        { x: 0, y: size * 0.36, width },
      );
      return <View style={style ?? {}}>{drawing}</View>;
    }
    const runs = runsOf(this.fonts[face], text, direction) ?? [];
    const look = {
      fontSize: size,
      color,
      lineHeight,
      // The PDF writer breaks lines one letter late per ligature, in the middle of words.
      ...(direction === "rtl"
        ? { direction, textAlign: "right" as const }
        : { fontFeatureSettings: { liga: 0, clig: 0 } }),
    };
    return (
      <Text style={{ ...look, ...style }} hyphenationPenalty={text.includes(SOFT_HYPHEN) ? HYPHENATED : NEVER}>
        {runs.map(({ font, text: part }, place) => (
          <Text key={String(place)} style={{ fontFamily: this.familyOf(font, face) }}>
            {shapeable(font, part)}
          </Text>
        ))}
      </Text>
    );
  }

  private drawn(text: string, look: Omit<TextLook, "on">, box: TextBox): ReactNode {
    const { shapes, height } = this.kit.type.block(text, { ...look, on: this.kit.scheme.page }, box);
    return this.scene({ width: box.width, height: height + 1.5 * box.y, label: text, shapes }, box.width);
  }

  /** Adds line breaks between words of scripts without spaces, and in words wider than a line. */
  private breakable(text: string, look: { face: TextFace; size: number }, width: number): string {
    const isWide = (word: string) => !isWithoutSpaces(word) && this.kit.type.widthOf(word, look) > width;
    const hyphenated = text.replaceAll(/\S+/g, (word) => {
      if (word.length < 2 * MIN_PART || !isWide(word)) return word;
      const letters = graphemesOf(word);
      const last = letters.length - MIN_PART;
      return letters
        .map((letter, place) => (place >= MIN_PART && place <= last ? SOFT_HYPHEN + letter : letter))
        .join("");
    });
    return isWithoutSpaces(text) ? pieces(hyphenated).join(ZERO_WIDTH_SPACE) : hyphenated;
  }

  /** Drawn as outlines, which also applies a variable font's weight. */
  heading(text: string, size: number, fill: string): ReactNode {
    const look = { face: "display", size, fill, tracking: -0.02, leading: 1.12 } as const;
    return this.drawn(text, look, { x: 0, y: size * 0.2, width: WIDTH, maxLines: 3 });
  }

  scene(scene: Scene, width: number): ReactNode {
    this.drawings += 1;
    return <PdfScene scene={scene} pictures={this.pictures} width={width} id={`drawing-${this.drawings}`} />;
  }

  /** The height of running text. Long texts are estimated, because shaping them at many sizes takes too long. */
  heightOf(text: string, size: number, width: number, face: TextFace = "body"): number {
    const letter = size * (isWithoutSpaces(text) ? 1 : 0.55);
    if (text.length > MAX_MEASURED) return Math.ceil((text.length * letter) / width) * size * 1.45;
    const look = { face, size, leading: 1.45, fill: this.kit.scheme.ink, on: this.kit.scheme.page };
    return text.trim() === ""
      ? 0
      : this.kit.type.block(text, look, { x: 0, y: 0, width, maxLines: 99 }).height + size / 2;
  }

  /** The largest size at which each text has room, else the smallest. */
  sizeFor(texts: readonly string[], width: number, height: number, sizes: readonly number[] = SIZES): number {
    const hasRoom = (size: number) => texts.every((text) => this.heightOf(text, size, width) <= height);
    return sizes.find(hasRoom) ?? sizes.at(-1) ?? SMALLEST;
  }

  /** Starts on a new page, on the brand's main colour if `isBold`. */
  chapter(title: string, body: ReactNode, { isBold = false } = {}): ReactNode {
    const { scheme, words } = this.kit;
    const ink = isBold ? scheme.onPrimary : scheme.ink;
    const small = { size: 8, color: isBold ? scheme.onPrimary : scheme.muted };
    const row = { flexDirection: "row", justifyContent: "space-between" } as const;
    const edge = { ...row, position: "absolute", left: PAGE.edge, width: WIDTH } as const;
    return (
      <Page
        key={title}
        size={[PAGE.width, PAGE.height]}
        bookmark={title}
        style={{
          backgroundColor: isBold ? scheme.primary : scheme.page,
          paddingHorizontal: PAGE.edge,
          paddingTop: PAGE.top,
          paddingBottom: 54,
        }}
      >
        <View fixed style={{ ...edge, top: 28 }}>
          {this.text(words.name, { ...small, face: "strong", color: ink })}
          {this.text(title, small)}
        </View>
        <View fixed style={{ ...edge, bottom: 24 }}>
          {this.text(this.edition, small)}
          <Text
            style={{ fontFamily: hubFamily(this.fonts.body) ?? "", fontSize: 8, color: small.color }}
            render={({ pageNumber }) => String(pageNumber)}
          />
        </View>
        <View style={{ marginBottom: 22 }}>{this.heading(title, 34, ink)}</View>
        {body}
      </Page>
    );
  }

  item(text: string, { size = 10.5, width }: { size?: number; width?: number } = {}): ReactNode {
    if (text === "") return null;
    const mark = { width: 4, height: 4, borderRadius: 2, marginTop: size * 0.57 };
    const flexDirection = directionOf(text) === "rtl" ? "row-reverse" : "row";
    return (
      <View style={{ flexDirection, gap: 9, marginBottom: 5 }}>
        <View style={{ ...mark, backgroundColor: this.kit.scheme.link }} />
        <View style={{ flex: 1 }}>{this.text(text, { size, ...(width && { width }) })}</View>
      </View>
    );
  }

  /** Keeps the title with the first item. */
  list(title: string, items: readonly string[], size = 10.5): ReactNode {
    if (items.length === 0) return null;
    return (
      <View style={{ marginBottom: 18 }}>
        {items.map((item, index) => (
          <View key={`${String(index)} ${item.slice(0, 40)}`} wrap={false} style={{ flexShrink: 0 }}>
            {index === 0 ? this.label(title) : null}
            {this.item(item, { size, width: WIDTH - 13 })}
          </View>
        ))}
      </View>
    );
  }

  /** Fills the given height in letters as large as they can be. Text that doesn't fit takes the space it needs. */
  cards(cards: readonly Card[], { height = BODY, gap = 14 } = {}): ReactNode {
    if (cards.length === 0) return null;
    const { scheme } = this.kit;
    const inside = (columns: number) => (WIDTH - (columns - 1) * gap) / columns - 2 * PADDING;
    const heightOfCard = ({ title = "", text }: Card, size: number, width: number) =>
      this.heightOf(title, size * 1.08, width, "strong") + 5 + this.heightOf(text, size, width) + 2 * PADDING;
    const layouts = [2, 3, 4, 1].map((columns) => {
      const rows = Math.ceil(cards.length / columns);
      const minHeight = (height - (rows - 1) * gap) / rows;
      const hasRoom = (size: number) => cards.every((card) => heightOfCard(card, size, inside(columns)) <= minHeight);
      return { columns, minHeight, size: SIZES.find(hasRoom) ?? 0 };
    });
    const isReadable = ({ columns }: { columns: number }) =>
      cards.every((card) => heightOfCard(card, SMALLEST, inside(columns)) < BODY);
    const [best] = layouts.filter(({ columns }) => columns <= cards.length).toSorted((a, b) => b.size - a.size);
    const { columns, minHeight, size } =
      best && best.size > 0 ? best : { columns: layouts.find(isReadable)?.columns ?? 1, minHeight: 0, size: SMALLEST };
    const width = inside(columns);
    const cells = cards.map(({ title = "", text }) => (
      <View
        key={title + text}
        style={{ flexGrow: 1, minHeight, padding: PADDING, borderRadius: 8, backgroundColor: scheme.panel }}
      >
        {this.text(title, { face: "strong", size: size * 1.08, color: scheme.link, width, style: { marginBottom: 5 } })}
        {this.text(text, { size, width })}
      </View>
    ));
    return this.grid(null, cells, { columns, gap, end: 0, isJustified: true });
  }

  /** No row is split, and the head stays with the first. If `isJustified`, a last row is as wide as the others. */
  grid(
    head: ReactNode,
    cells: readonly ReactNode[],
    {
      columns,
      gap = 14,
      rowGap = gap,
      width = (WIDTH - (columns - 1) * gap) / columns,
      end = END_OF_GRID,
      isJustified = false,
    }: { columns: number; gap?: number; rowGap?: number; width?: number; end?: number; isJustified?: boolean },
  ): ReactNode {
    const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) => ({
      row,
      cells: cells.slice(row * columns, (row + 1) * columns).map((cell, column) => ({ column, cell })),
    }));
    return (
      <>
        {rows.length === 0 ? head : null}
        {rows.map(({ row, cells: inRow }) => (
          <View key={row} wrap={false} style={{ flexShrink: 0, marginBottom: row === rows.length - 1 ? end : rowGap }}>
            {row === 0 ? head : null}
            <View style={{ flexDirection: "row", gap }}>
              {inRow.map(({ column, cell }) => (
                <View key={column} style={isJustified ? { flex: 1 } : { width }}>
                  {cell}
                </View>
              ))}
            </View>
          </View>
        ))}
      </>
    );
  }

  label(title: string, color = this.kit.scheme.link): ReactNode {
    return this.text(title, { face: "strong", size: 10, color, style: { marginBottom: 6 } });
  }

  told(title: string, text: string | undefined, words: Words = {}): ReactNode {
    if (!text?.trim()) return null;
    return (
      <View style={{ marginBottom: 16 }}>
        {this.label(title, words.color)}
        {this.text(text, words)}
      </View>
    );
  }
}
