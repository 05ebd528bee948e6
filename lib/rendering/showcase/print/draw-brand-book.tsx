import { Document, Image, Page, renderToBuffer, View } from "@react-pdf/renderer";
import { Fragment, type ReactNode } from "react";
import {
  gradientText,
  hexToRgb,
  languageOf,
  type PaletteEntry,
  printText,
  readableInk,
  ruleText,
  type StoredGradient,
  scaleOf,
  stopHex,
} from "@/lib/content";
import { SCALE_STEPS } from "@/lib/contract";
import { makeKit } from "../make-kit";
import type { BookOrder } from "../order";
import { registerFonts } from "./book/book-fonts";
import { BookWriter, PAGE, WIDTH } from "./book/book-writer";
import { colophon, colors, inUse, story, typography, voice } from "./book/chapters";
import { bookCover, drawPixels } from "./book/draw-picture";
import { foundations } from "./book/foundations";
import { imagery, logos } from "./book/logos-and-imagery";
import { HUB_LANGUAGE } from "./scene-to-pdf";

type Rgb = readonly [number, number, number];

/** As in CSS, relative to the centre. */
function placeOf({ kind, angle }: StoredGradient, width: number, height: number): (x: number, y: number) => number {
  const turn = (angle * Math.PI) / 180;
  if (kind === "linear") {
    const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
    const length = Math.abs(width * sin) + Math.abs(height * cos);
    return (x, y) => (x * sin - y * cos) / length + 0.5;
  }
  if (kind === "radial") return (x, y) => Math.hypot(x, y) / Math.hypot(width / 2, height / 2);
  return (x, y) => ((Math.atan2(x, -y) - turn) / (2 * Math.PI) + 2) % 1;
}

/** As pixels, because PDF viewers have no conic gradients. */
async function drawGradient(
  gradient: StoredGradient,
  palette: readonly PaletteEntry[],
  { width, height }: { width: number; height: number },
): Promise<string> {
  const stops = gradient.stops
    .toSorted((a, b) => a.position - b.position)
    .map((stop) => ({ at: stop.position, rgb: Object.values(hexToRgb(stopHex(palette, stop))) as unknown as Rgb }));
  const colorAt = (place: number): Rgb => {
    const next = stops.findIndex(({ at }) => at >= place);
    const [before, after] = [stops[next === -1 ? stops.length - 1 : Math.max(0, next - 1)], stops.at(next)];
    if (!before || !after) return [0, 0, 0];
    const share = after.at > before.at ? Math.min(1, Math.max(0, (place - before.at) / (after.at - before.at))) : 1;
    return before.rgb.map((value, index) => value + ((after.rgb[index] ?? 0) - value) * share) as unknown as Rgb;
  };
  const at = placeOf(gradient, width, height);
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels.set(colorAt(at(x + 0.5 - width / 2, y + 0.5 - height / 2)).map(Math.round), (y * width + x) * 3);
  return drawPixels(pixels, width, height);
}

const NAME_OF_STRIP = 120;
const CELL = { flex: 1, height: 30, padding: 4, justifyContent: "center" } as const;
const GAP = 14;
const GRADIENT = { columns: 3, height: 84 };
const DARK = { columns: 6, height: 40 };

const columnWidth = (columns: number) => (WIDTH - (columns - 1) * GAP) / columns;

/** The title stays with the first child. */
const part = (book: BookWriter, title: string, [first, ...rest]: readonly ReactNode[]): ReactNode => (
  <>
    <View wrap={false} style={{ flexShrink: 0, marginTop: 12 }}>
      {book.label(title)}
      {first}
    </View>
    {rest}
  </>
);

const ROW = { flexShrink: 0, flexDirection: "row" } as const;

const named = (book: BookWriter, rows: readonly { key: string; name: string; text: string }[]): ReactNode[] =>
  rows.map(({ key, name, text }) => (
    <View
      key={key}
      wrap={false}
      style={{ ...ROW, borderTopWidth: 0.6, borderColor: book.kit.scheme.line, paddingVertical: 4 }}
    >
      <View style={{ width: 170 }}>{book.text(name, { size: 9, width: 160 })}</View>
      <View style={{ flex: 1 }}>{book.text(text, { size: 9 })}</View>
    </View>
  ));

function strips(book: BookWriter, { order, depth }: BookOrder): ReactNode {
  const stated = order.colors.palette.flatMap((entry) => {
    const set = depth.scales?.[entry.id];
    return set ? [{ ...entry, steps: scaleOf(entry.hex, set).steps }] : [];
  });
  if (stated.length === 0) return null;
  return part(
    book,
    "Tints and shades",
    stated.map(({ id, name, steps }) => (
      <View key={id} wrap={false} style={{ ...ROW, alignItems: "center", marginBottom: 6 }}>
        <View style={{ width: NAME_OF_STRIP, paddingRight: 8 }}>
          {book.text(name, { face: "strong", size: 9, width: NAME_OF_STRIP - 8 })}
        </View>
        {SCALE_STEPS.map((step) => (
          <View key={step} style={{ ...CELL, backgroundColor: steps[step] }}>
            {book.text(step, { size: 6.5, color: readableInk(steps[step]), leading: 1.2 })}
            {book.text(steps[step], { face: "mono", size: 6, color: readableInk(steps[step]), leading: 1.2 })}
          </View>
        ))}
      </View>
    )),
  );
}

function darkSet(book: BookWriter, { order, depth }: BookOrder): ReactNode {
  const stated = order.colors.palette.flatMap((entry) => {
    const hex = depth.dark?.[entry.id];
    return hex ? [{ ...entry, hex }] : [];
  });
  if (stated.length === 0) return null;
  return book.grid(
    book.label("On dark backgrounds"),
    stated.map(({ id, name, hex }) => (
      <View key={id}>
        <View style={{ height: DARK.height, borderRadius: 6, backgroundColor: hex, marginBottom: 4 }} />
        {book.text(name, { face: "strong", size: 8.5, width: columnWidth(DARK.columns) })}
        {book.text(hex, { face: "mono", size: 8, color: book.kit.scheme.muted })}
      </View>
    )),
    { columns: DARK.columns, gap: GAP },
  );
}

async function gradients(
  book: BookWriter,
  { order, depth }: BookOrder,
  nameOf: (id: string) => string,
): Promise<ReactNode> {
  const { palette } = order.colors;
  const width = columnWidth(GRADIENT.columns);
  const size = { width: Math.round(width * 2), height: GRADIENT.height * 2 };
  const pictures = await Promise.all((depth.gradients ?? []).map((one) => drawGradient(one, palette, size)));
  if (pictures.length === 0) return null;
  return book.grid(
    book.label("Gradients"),
    (depth.gradients ?? []).map((gradient, index) => (
      <View key={gradient.id}>
        <Image src={pictures[index] ?? ""} style={{ width, height: GRADIENT.height, borderRadius: 6 }} />
        {book.text(gradient.name, { face: "strong", size: 9.5, style: { marginTop: 6 }, width })}
        {book.text(gradientText(gradient, nameOf), { size: 8, color: book.kit.scheme.muted, width })}
      </View>
    )),
    { columns: GRADIENT.columns, gap: GAP },
  );
}

async function colorDepth(book: BookWriter, given: BookOrder): Promise<ReactNode> {
  const { palette } = given.order.colors;
  const { print, rules = [] } = given.depth;
  const nameOf = (id: string) => palette.find((entry) => entry.id === id)?.name ?? "a colour that is gone";
  const printed = palette.flatMap(({ id, name }) => {
    const stated = print?.[id];
    return stated ? [{ key: id, name, text: printText(stated) }] : [];
  });
  const ruled = rules.map((rule) => ({ key: rule.id, name: nameOf(rule.color), text: ruleText(rule, nameOf) }));
  const parts = [
    strips(book, given),
    darkSet(book, given),
    await gradients(book, given, nameOf),
    printed.length > 0 ? part(book, "In print", named(book, printed)) : null,
    ruled.length > 0 ? part(book, "Colour rules", named(book, ruled)) : null,
  ].flatMap((body, at) => (body === null ? [] : [<Fragment key={String(at)}>{body}</Fragment>]));
  return parts.length > 0 ? book.chapter("Colours in depth", parts) : null;
}

/** `14 March 2026`, in UTC. */
const dayText = (date: Date): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(date);

/** PDF bytes, the same for the same version. Runs as a job. */
export async function drawBrandBook(given: BookOrder): Promise<Buffer> {
  const { order, version, publishedAt } = given;
  const { kit, rasters, fonts } = await makeKit(order, { drawn: given });
  const edition = `Version ${version}, ${dayText(publishedAt)}`;
  const book = new BookWriter(kit("light"), fonts, rasters, edition, await registerFonts(order));
  try {
    const cover = book.scene(bookCover(book.kit, edition), PAGE.width);
    const pages = (
      <>
        {story(book, given)}
        {voice(book, given)}
        {colors(book, given)}
        {await colorDepth(book, given)}
        {await logos(book, given)}
        {typography(book, given)}
        {await foundations(book, given)}
        {await imagery(book, given)}
        {inUse(book)}
        {colophon(book, given)}
      </>
    );
    await book.learnLetters();
    return await renderToBuffer(
      <Document
        title={`${order.name}: brand book`}
        subject={edition}
        author={order.name}
        creator="Brand Identity Hub"
        producer="Brand Identity Hub"
        language={languageOf(order.identity) ?? HUB_LANGUAGE}
        creationDate={publishedAt}
        modificationDate={publishedAt}
        pageMode="useOutlines"
      >
        <Page size={[PAGE.width, PAGE.height]} bookmark={order.name}>
          {cover}
        </Page>
        {pages}
      </Document>,
    );
  } finally {
    book.close();
  }
}
