import { Image, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import {
  type BackgroundOption,
  defaultBackground,
  measureClearSpace,
  ruleBackgrounds,
  smallestSizes,
} from "@/lib/content";
import type { BookExample, BookOrder } from "../../order";
import { BODY, type BookWriter, WIDTH } from "./book-writer";
import { type Drawn, drawPicture } from "./draw-picture";

const GAP = 16;
const HERO_WORDS = WIDTH - 390;
const SAMPLE = { width: 84, height: 48, inset: 10, gap: 8 };
const PT_PER_INCH = 72;
/** The largest drawing at true size. Cards are not split. */
const SMALLEST = { width: 170, height: 52 };
/** Longer texts get half a page's width. */
const TEXT_HEIGHT = 130;
const GUIDE = "#d6336c";

/** Clear space as a share of the logo's height. Null if it can't be computed. */
function clearShare(
  { clear_space: told, variant, rule }: BookOrder["logos"][number],
  { width, height }: Drawn,
): number | null {
  if (rule?.clear_space?.of === "logo_height") return rule.clear_space.share;
  const space = measureClearSpace(told, variant);
  if (space.kind === "share") return space.of === "height" ? space.share : (space.share * width) / height;
  return space.kind === "pixels" ? Math.min(1, space.pixels / height) : null;
}

interface Shown {
  logo: BookOrder["logos"][number];
  picture: Drawn;
  ground: BackgroundOption;
  /** An allowed and a forbidden background. */
  others: BackgroundOption[];
}

function field(book: BookWriter, { logo, picture, ground }: Shown, box: { width: number; height: number }): ReactNode {
  const share = clearShare(logo, picture) ?? 0;
  const scale = Math.min(
    (box.width * 0.75) / (picture.width + 2 * share * picture.height),
    (box.height * 0.72) / (picture.height * (1 + 2 * share)),
  );
  const [width, height] = [picture.width * scale, picture.height * scale];
  const room = share * height;
  return (
    <View
      style={{
        height: box.height,
        marginBottom: 10,
        borderWidth: 0.8,
        borderColor: book.kit.scheme.line,
        borderRadius: 8,
        backgroundColor: ground.hex,
        alignItems: "center",
        justifyContent: "center",
      }}
    >
      <View style={share > 0 ? { padding: room, borderWidth: 0.7, borderStyle: "dashed", borderColor: GUIDE } : {}}>
        <Image src={picture.href} style={{ width, height }} />
      </View>
    </View>
  );
}

function samples(book: BookWriter, { others, picture }: Shown): ReactNode {
  const scale = Math.min(
    (SAMPLE.width - 2 * SAMPLE.inset) / picture.width,
    (SAMPLE.height - 2 * SAMPLE.inset) / picture.height,
  );
  return (
    <View style={{ flexDirection: "row", flexWrap: "wrap", gap: SAMPLE.gap }}>
      {others.map(({ id, name, hex, allowed }) => (
        <View key={id} wrap={false} style={{ width: SAMPLE.width }}>
          <View
            style={{
              height: SAMPLE.height,
              backgroundColor: hex,
              borderWidth: 0.6,
              borderColor: book.kit.scheme.line,
              borderRadius: 4,
              alignItems: "center",
              justifyContent: "center",
            }}
          >
            <Image src={picture.href} style={{ width: picture.width * scale, height: picture.height * scale }} />
          </View>
          {book.text(`${allowed ? "On" : "Not on"} ${name}`, { size: 7.5, color: book.kit.scheme.muted })}
        </View>
      ))}
    </View>
  );
}

/** The first size that is small enough is drawn. */
function smallest(book: BookWriter, { logo, picture, ground }: Shown): ReactNode {
  const sizes = smallestSizes(logo).map(({ inches, value, unit }) => {
    const width = inches * PT_PER_INCH;
    return { width, height: (width * picture.height) / picture.width, text: `${value} ${unit}` };
  });
  const drawn = sizes.find(({ width, height }) => width <= SMALLEST.width && height <= SMALLEST.height);
  return (
    <View style={{ alignItems: "flex-start" }}>
      {drawn ? (
        <View style={{ backgroundColor: ground.hex, padding: 6, borderRadius: 4, marginBottom: 3 }}>
          <Image src={picture.href} style={{ width: drawn.width, height: drawn.height }} />
        </View>
      ) : null}
      {sizes.map((one) => (
        <View key={one.text}>
          {book.text(`Minimum width: ${one.text}${one === drawn ? " (actual size)" : ""}`, {
            size: 8,
            color: book.kit.scheme.muted,
          })}
        </View>
      ))}
    </View>
  );
}

const textsOf = ({ usage, clear_space: clearSpace, ruleText }: BookOrder["logos"][number]): string[] =>
  [usage, clearSpace && `Clear space: ${clearSpace}`, ruleText && `Rule: ${ruleText}`].filter(Boolean);

function words(book: BookWriter, { logo }: Shown, size: number, width: number): ReactNode {
  return (
    <View style={{ width, marginBottom: 8 }}>
      {book.text(logo.label, { face: "strong", size: size + 3, width, style: { marginBottom: 2 } })}
      {textsOf(logo).map((text) => (
        <View key={text}>{book.text(text, { size, color: book.kit.scheme.muted, width })}</View>
      ))}
    </View>
  );
}

const ROW = { flexDirection: "row", flexWrap: "wrap", gap: GAP } as const;

/** The first logo fills a page. */
export async function logos(book: BookWriter, { order, logos: entries, rules }: BookOrder): Promise<ReactNode> {
  const { palette } = order.colors;
  const pictures = await Promise.all(entries.map(drawPicture));
  const [first, ...rest] = entries.flatMap((logo, index): Shown[] => {
    const picture = pictures[index];
    if (!picture) return [];
    const ground = defaultBackground(logo, palette);
    const { allowed, forbidden } = ruleBackgrounds(logo, palette);
    const others = [allowed.filter(({ id }) => id !== ground.id), forbidden].flatMap((one) => one.slice(0, 1));
    return [{ logo, picture, ground, others }];
  });
  const widthOf = (columns: number) => (WIDTH - (columns - 1) * GAP) / columns;
  const isShort = rest.every(({ logo }) => book.heightOf(textsOf(logo).join(" "), 9, widthOf(3)) < TEXT_HEIGHT);
  const columns = isShort ? 3 : 2;
  // Either way a row fills a page.
  const height = isShort ? 240 : 150;
  const width = widthOf(columns);
  const cells = rest.map((shown) => (
    <View key={shown.logo.id}>
      {field(book, shown, { width, height })}
      {words(book, shown, 9, width)}
      {smallest(book, shown)}
    </View>
  ));
  const told = first ? textsOf(first.logo).map((text) => book.heightOf(text, 9, HERO_WORDS)) : [];
  const toldHeight = told.reduce((sum, one) => sum + one, 0);
  const hero = { width: WIDTH, height: Math.max(120, BODY - 60 - Math.max(90, toldHeight)) };
  return (
    <>
      {first
        ? book.chapter(
            "Logos",
            <>
              {field(book, first, hero)}
              <View style={{ ...ROW, marginBottom: 20 }}>
                {words(book, first, toldHeight > 90 ? 9 : 10.5, HERO_WORDS)}
                <View style={{ width: SMALLEST.width }}>{smallest(book, first)}</View>
                {samples(book, first)}
              </View>
              {book.grid(null, cells, { columns, gap: GAP, end: 0 })}
            </>,
          )
        : null}
      {rules.length > 0 ? book.chapter("Logo rules", book.cards(rules.map((text) => ({ text })))) : null}
    </>
  );
}

const PICTURE_GAP = 14;

/** Fewer examples are larger. */
function sizeOf(count: number): { columns: number; width: number; height: number } {
  const columns = count > 4 ? 3 : 2;
  return {
    columns,
    width: (WIDTH - (columns - 1) * PICTURE_GAP) / columns,
    height: count > 4 ? 140 : count > 2 ? 176 : 240,
  };
}

const SIDES = { do: "Do", dont: "Don’t" } as const;

const ICON = 320;
const isSmall = ({ width, height }: Drawn) => width <= ICON && height <= ICON;

function example(
  book: BookWriter,
  { one: { text }, picture, side }: { one: BookExample; picture: Drawn | null; side: keyof typeof SIDES },
  { width, height }: { width: number; height: number },
): ReactNode {
  const { scheme } = book.kit;
  const color = side === "do" ? scheme.link : scheme.muted;
  const borderStyle = side === "do" ? "solid" : "dashed";
  const field = { height, marginBottom: 6, backgroundColor: "#ffffff" };
  const border = { borderWidth: 0.8, borderColor: scheme.line, borderRadius: 6 };
  return (
    <View>
      {picture ? (
        <View style={{ ...field, ...border, padding: isSmall(picture) ? 24 : 6 }}>
          <Image src={picture.href} style={{ width: "100%", height: "100%", objectFit: "contain" }} />
        </View>
      ) : null}
      <View style={{ borderTopWidth: 2, borderStyle, borderColor: color, paddingTop: 5 }}>
        {book.text(SIDES[side], { face: "strong", size: 10, color })}
        {text ? book.text(text, { size: picture ? 11 : 15, width }) : null}
      </View>
    </View>
  );
}

export async function imagery(book: BookWriter, { imagery: directions }: BookOrder): Promise<ReactNode> {
  if (directions.length === 0) return null;
  const withPictures = async (examples: readonly BookExample[]) =>
    Promise.all(examples.map(async (one) => ({ one, picture: one.picture ? await drawPicture(one.picture) : null })));
  const kinds = await Promise.all(
    directions.map(async ({ name, lines, dos, donts }) => ({
      name,
      lines,
      sides: [
        { side: "do" as const, examples: await withPictures(dos) },
        { side: "dont" as const, examples: await withPictures(donts) },
      ],
    })),
  );
  return kinds.map(({ name, lines, sides }) => {
    const size = book.sizeFor([lines.join(" ")], WIDTH, 90, [17, 15, 13, 11.5, 10.5]);
    const head = (
      <View style={{ marginBottom: 14 }}>
        {lines.map((line) => (
          <View key={line}>{book.text(line, { size, width: WIDTH })}</View>
        ))}
      </View>
    );
    const examples = sides.flatMap(({ side, examples: given }) => given.map((one) => ({ ...one, side })));
    const box = sizeOf(examples.length);
    const cells = examples.map((one) => example(book, one, box));
    return book.chapter(name, book.grid(head, cells, { columns: box.columns, gap: PICTURE_GAP, end: 0 }));
  });
}
