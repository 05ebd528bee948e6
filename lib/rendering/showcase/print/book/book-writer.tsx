import { Font, Page, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { Kit } from "../../mock-ups/kit";
import type { Scene } from "../../scene";
import type { Pictures } from "../../scene-to-svg";
import { graphemesOf, isStacked, isWithoutSpaces, pieces } from "../../type/break-lines";
import { directionOf } from "../../type/direction";
import { shapeable } from "../../type/outline";
import { runsOf } from "../../type/runs";
import type { Face, Fonts, TextBox, TextLook } from "../../type/typesetter";
import { PdfScene } from "../scene-to-pdf";
import { hubFamily, learnLetters, SOFT_HYPHEN, type TextFace, ZERO_WIDTH_SPACE } from "./book-fonts";

/** A4 landscape, in points. */
export const PAGE = { width: 841.89, height: 595.28, edge: 52, top: 64 } as const;
export const WIDTH = PAGE.width - 2 * PAGE.edge;
export const GUTTER = 28;
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
  heading(
    text: string,
    size: number,
    { width = WIDTH, maxLines = 3 }: { width?: number; maxLines?: number } = {},
  ): ReactNode {
    const look = { face: "display", size, fill: this.kit.scheme.ink, tracking: -0.02, leading: 1.12 } as const;
    return this.drawn(text, look, { x: 0, y: size * 0.2, width, maxLines });
  }

  scene(scene: Scene, width: number): ReactNode {
    this.drawings += 1;
    return <PdfScene scene={scene} pictures={this.pictures} width={width} id={`drawing-${this.drawings}`} />;
  }

  /** Starts on a new page. */
  chapter(title: string, body: ReactNode): ReactNode {
    const { scheme, words } = this.kit;
    const small = { size: 8, color: scheme.muted };
    const row = { flexDirection: "row", justifyContent: "space-between" } as const;
    const edge = { ...row, position: "absolute", left: PAGE.edge, width: WIDTH } as const;
    return (
      <Page
        key={title}
        size={[PAGE.width, PAGE.height]}
        bookmark={title}
        style={{ backgroundColor: scheme.page, paddingHorizontal: PAGE.edge, paddingTop: PAGE.top, paddingBottom: 54 }}
      >
        <View fixed style={{ ...edge, top: 28 }}>
          {this.text(words.name, { ...small, face: "strong", color: scheme.ink })}
          {this.text(title, small)}
        </View>
        <View fixed style={{ ...edge, bottom: 24 }}>
          {this.text(this.edition, small)}
          <Text
            style={{ fontFamily: hubFamily(this.fonts.body) ?? "", fontSize: 8, color: scheme.muted }}
            render={({ pageNumber }) => String(pageNumber)}
          />
        </View>
        <View style={{ marginBottom: 20 }}>{this.heading(title, 34)}</View>
        {body}
      </Page>
    );
  }

  item(text: string): ReactNode {
    if (text === "") return null;
    const mark = { width: 4, height: 4, borderRadius: 2, marginTop: 6 };
    const flexDirection = directionOf(text) === "rtl" ? "row-reverse" : "row";
    return (
      <View style={{ flexDirection, gap: 9, marginBottom: 5 }}>
        <View style={{ ...mark, backgroundColor: this.kit.scheme.link }} />
        <View style={{ flex: 1 }}>{this.text(text)}</View>
      </View>
    );
  }

  /** Keeps the title with the first item. */
  list(title: string, items: readonly string[]): ReactNode {
    if (items.length === 0) return null;
    return (
      <View style={{ marginBottom: 18 }}>
        {items.map((item, index) => (
          <View key={`${String(index)} ${item.slice(0, 40)}`} wrap={false} style={{ flexShrink: 0 }}>
            {index === 0 ? this.label(title) : null}
            {this.item(item)}
          </View>
        ))}
      </View>
    );
  }

  /** No row is split, and the head stays with the first. */
  grid(
    head: ReactNode,
    cells: readonly ReactNode[],
    {
      columns,
      gap = 14,
      rowGap = gap,
      width = (WIDTH - (columns - 1) * gap) / columns,
      end = END_OF_GRID,
    }: { columns: number; gap?: number; rowGap?: number; width?: number; end?: number },
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
                <View key={column} style={{ width }}>
                  {cell}
                </View>
              ))}
            </View>
          </View>
        ))}
      </>
    );
  }

  label(title: string): ReactNode {
    return this.text(title, { face: "strong", size: 9, color: this.kit.scheme.link, style: { marginBottom: 6 } });
  }

  told(title: string, text: string | undefined): ReactNode {
    if (!text?.trim()) return null;
    return (
      <View style={{ marginBottom: 16 }}>
        {this.label(title)}
        {this.text(text)}
      </View>
    );
  }
}
