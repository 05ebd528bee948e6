import { readFileSync } from "node:fs";
import { Font, Page, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { ownFontFiles, plainFont } from "../../load-fonts";
import type { Kit } from "../../mock-ups/kit";
import type { Order } from "../../order";
import type { Scene } from "../../scene";
import type { Pictures } from "../../scene-to-svg";
import { directionOf } from "../../type/direction";
import { covers } from "../../type/outline";
import { runsOf } from "../../type/runs";
import type { Face, Fonts } from "../../type/typesetter";
import { PdfScene } from "../scene-to-pdf";

/** A4 on its side, in points. */
export const PAGE = { width: 841.89, height: 595.28, edge: 52, top: 64 } as const;
export const WIDTH = PAGE.width - 2 * PAGE.edge;

const END_OF_GRID = 22;

type TextFace = Extract<Face, "body" | "strong" | "mono">;
const TEXT_FACES: readonly TextFace[] = ["body", "strong", "mono"];
const CONTROLS = /[\p{Cc}\p{Cs}]/gu;

/** Of each book its own: a process prints one brand's book after another's, and remembers each family that it has been told of. */
let books = 0;

/** One for each of the hub's own font files of a face. */
const hubFamilies = (face: TextFace): string[] => ownFontFiles(face).map((_, place) => `hub-${face}-${place}`);

/** A font as the writer of PDFs takes it from memory. @throws for what is none */
const sourceOf = (bytes: Buffer): string => `data:font/ttf;base64,${plainFont(bytes).toString("base64")}`;

/** Makes the fonts known by which a book sets its texts, and gives the families of those that the brand brings along. */
function registerFonts(order: Order): Map<TextFace, string> {
  books += 1;
  Font.registerHyphenationCallback((word) => [word]);
  const own = new Map<TextFace, string>();
  for (const face of TEXT_FACES) {
    hubFamilies(face).forEach((family, place) => {
      const file = ownFontFiles(face)[place];
      if (file && !Font.getRegisteredFontFamilies().includes(family))
        Font.register({ family, src: sourceOf(readFileSync(file)) });
    });
    const given = order.fonts.find((font) => font.face === face);
    if (!given) continue;
    try {
      const family = `brand-${face}-${books}`;
      Font.register({ family, src: sourceOf(Buffer.from(given.bytes)) });
      own.set(face, family);
    } catch {
      // What cannot be read is not used; the hub's face stands in.
    }
  }
  return own;
}

interface Words {
  face?: TextFace;
  size?: number;
  color?: string;
  leading?: number;
  style?: { marginTop?: number; marginBottom?: number };
}

/** Writes the parts of a book, and notes which texts no font at hand can set. */
export class BookWriter {
  readonly unset = new Set<string>();
  private readonly own: Map<TextFace, string>;
  private drawings = 0;

  constructor(
    readonly kit: Kit,
    private readonly fonts: Fonts,
    private readonly pictures: Pictures,
    order: Order,
    private readonly edition: string,
  ) {
    this.own = registerFonts(order);
  }

  /** Forgets the brand's fonts, once the book is printed. */
  close(): void {
    const registered = Font.getRegisteredFonts();
    for (const family of this.own.values()) delete registered[family];
  }

  /** The families that are asked for each letter: the hub's alone where the brand's would set some letters of a word and not the others. */
  private familiesFor(text: string, face: TextFace): string[] {
    const hubs = hubFamilies(face);
    const own = this.own.get(face);
    const given = this.fonts[face].slice(0, -hubs.length);
    const [hub] = this.fonts[face].slice(-hubs.length);
    const isOwn = given[0] && (covers(given[0], text) || !(hub && covers(hub, text)));
    return own && isOwn ? [own, ...hubs] : hubs;
  }

  /** A text of the brand that can be selected and searched; one that cannot be set is named as such, never printed as boxes. */
  text(
    said: string,
    { face = "body", size = 10.5, color = this.kit.scheme.ink, leading = 1.45, style }: Words = {},
  ): ReactNode {
    const text = said.replaceAll(CONTROLS, " ").trim();
    if (text === "") return null;
    const isSet = runsOf(this.fonts[face], text, directionOf(text)) !== null;
    if (!isSet) this.unset.add(text);
    const isTurned = isSet && directionOf(text) === "rtl";
    const look = {
      fontFamily: isSet ? this.familiesFor(text, face) : hubFamilies("body"),
      fontSize: size,
      color,
      lineHeight: leading,
      ...(isTurned && { direction: "rtl" as const, textAlign: "right" as const }),
    };
    return <Text style={{ ...look, ...style }}>{isSet ? text : "[A text in letters that no font here has]"}</Text>;
  }

  /** A heading in the display typeface, as a drawing: so are variable fonts set in their weight. */
  heading(
    text: string,
    size: number,
    { width = WIDTH, maxLines = 3 }: { width?: number; maxLines?: number } = {},
  ): ReactNode {
    const { scheme, type } = this.kit;
    const look = { face: "display", size, fill: scheme.ink, on: scheme.page, tracking: -0.02, leading: 1.12 } as const;
    const block = type.block(text, look, { x: 0, y: size * 0.2, width, maxLines });
    if (block.shapes.some(({ kind }) => kind === "text"))
      return this.text(text, { face: "strong", size, leading: 1.15 });
    return this.scene({ width, height: block.height + size * 0.3, label: text, shapes: block.shapes }, width);
  }

  scene(scene: Scene, width: number): ReactNode {
    this.drawings += 1;
    return <PdfScene scene={scene} pictures={this.pictures} width={width} id={`drawing-${this.drawings}`} />;
  }

  /** A chapter on pages of its own. */
  chapter(title: string, body: ReactNode): ReactNode {
    const { scheme, words } = this.kit;
    const small = { size: 8, color: scheme.muted };
    return (
      <Page
        key={title}
        size={[PAGE.width, PAGE.height]}
        bookmark={title}
        style={{ backgroundColor: scheme.page, paddingHorizontal: PAGE.edge, paddingTop: PAGE.top, paddingBottom: 54 }}
      >
        <View
          fixed
          style={{
            position: "absolute",
            top: 28,
            left: PAGE.edge,
            width: WIDTH,
            flexDirection: "row",
            justifyContent: "space-between",
          }}
        >
          {this.text(words.name, { ...small, face: "strong", color: scheme.ink })}
          {this.text(title, small)}
        </View>
        <View
          fixed
          style={{
            position: "absolute",
            bottom: 24,
            left: PAGE.edge,
            width: WIDTH,
            flexDirection: "row",
            justifyContent: "space-between",
          }}
        >
          {this.text(this.edition, small)}
          <Text
            style={{ fontFamily: hubFamilies("body"), fontSize: 8, color: scheme.muted }}
            render={({ pageNumber }) => String(pageNumber)}
          />
        </View>
        <View style={{ marginBottom: 20 }}>{this.heading(title, 34)}</View>
        {body}
      </Page>
    );
  }

  /** A titled list, in a column. */
  list(title: string, items: readonly string[]): ReactNode {
    if (items.length === 0) return null;
    return (
      <View style={{ marginBottom: 18 }}>
        {this.label(title)}
        {items.map((item, index) => (
          <View
            key={`${String(index)} ${item.slice(0, 40)}`}
            wrap={false}
            style={{ flexDirection: "row", marginBottom: 5 }}
          >
            <View
              style={{
                width: 4,
                height: 4,
                borderRadius: 2,
                marginTop: 6,
                marginRight: 9,
                backgroundColor: this.kit.scheme.link,
              }}
            />
            <View style={{ flex: 1 }}>{this.text(item)}</View>
          </View>
        ))}
      </View>
    );
  }

  /** Cells of one width in rows under a head, which never stands alone at the end of a page; no row is cut in two. */
  grid(
    head: ReactNode,
    cells: readonly ReactNode[],
    { columns, gap = 14 }: { columns: number; gap?: number },
  ): ReactNode {
    const width = (WIDTH - (columns - 1) * gap) / columns;
    const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) => ({
      row,
      cells: cells.slice(row * columns, (row + 1) * columns).map((cell, column) => ({ column, cell })),
    }));
    return (
      <>
        {rows.length === 0 ? head : null}
        {rows.map(({ row, cells: inRow }) => (
          <View
            key={row}
            wrap={false}
            style={{ flexShrink: 0, marginBottom: row === rows.length - 1 ? END_OF_GRID : gap }}
          >
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

  /** A titled paragraph. */
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
