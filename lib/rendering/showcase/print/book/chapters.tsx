import { View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { readableInk } from "@/lib/content";
import { PERSONALITY_DIMENSIONS } from "@/lib/contract";
import { toneInWords } from "@/lib/publishing";
import { draw } from "../../mock-ups/draw";
import { MOCK_UPS } from "../../mock-ups/index";
import type { BookOrder } from "../../order";
import { standInText } from "../../typefaces";
import { type BookWriter, GUTTER, WIDTH } from "./book-writer";

const columns = (...content: ReactNode[]): ReactNode => (
  <View style={{ flexDirection: "row", flexShrink: 0, gap: GUTTER }}>
    {content.map((column, index) => (
      <View key={String(index)} style={{ flex: 1 }}>
        {column}
      </View>
    ))}
  </View>
);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const present = (texts: readonly (string | undefined)[] = []): string[] =>
  texts.filter((text): text is string => Boolean(text?.trim()));
const named = (name: string | undefined, text: string | undefined): string => present([name, text]).join(": ");

type Listed = readonly [title: string, items: readonly (string | undefined)[] | undefined];

/** Row by row: two columns that both continue would lose content at a page's end. */
function beside(book: BookWriter, ...lists: readonly [Listed, Listed]): ReactNode {
  const [left, right] = lists.map(([, items]) => present(items));
  const rows = Array.from({ length: Math.max(left?.length ?? 0, right?.length ?? 0) }, (_, row) => [
    book.item(left?.[row] ?? ""),
    book.item(right?.[row] ?? ""),
  ]);
  if (rows.length === 0) return null;
  const head = columns(...lists.map(([title, items]) => (present(items).length > 0 ? book.label(title) : null)));
  return book.grid(head, rows.flat(), { columns: 2, gap: GUTTER, rowGap: 0 });
}

function paired(book: BookWriter, title: string, told: readonly ReactNode[][], lists: readonly ReactNode[]): ReactNode {
  if ([...told.flat(), ...lists].every((part) => part === null)) return null;
  const inPlaces = (parts: readonly ReactNode[]) => parts.map((part, index) => <View key={String(index)}>{part}</View>);
  return book.chapter(
    title,
    <>
      {columns(...told.map(inPlaces))}
      {inPlaces(lists)}
    </>,
  );
}

export function story(book: BookWriter, { order }: BookOrder): ReactNode {
  const { brand } = order.identity;
  const values = (brand.values ?? []).map(({ name, description }) => named(name, description));
  const offerings = (brand.offerings ?? []).map(({ name, type, description }) =>
    named(name && type ? `${name} (${type})` : name, description),
  );
  const audiences = (brand.audiences ?? []).map(({ segment, description }) => named(segment, description));
  const told = [
    [
      book.told("What it is", brand.description),
      book.told("Value proposition", brand.value_proposition),
      book.told("Promise", brand.promise),
    ],
    [book.told("Mission", brand.mission), book.told("Vision", brand.vision), book.told("Industry", brand.industry)],
  ];
  const lists = [
    beside(book, ["What it offers", offerings], ["Who it is for", audiences]),
    beside(book, ["What sets it apart", brand.differentiators], ["Values", values]),
  ];
  return paired(book, "Story", told, lists);
}

export function voice(book: BookWriter, { order }: BookOrder): ReactNode {
  const { persona, personality } = order.identity;
  const { primary, secondary } = personality.archetype ?? {};
  const archetypes = present([primary, secondary]).map(capital).join(", then ");
  const traits = (personality.traits ?? []).map(({ name, means, not }) =>
    named(name, present([means, not && `Not: ${not}`]).join(" ")),
  );
  const dimensions = PERSONALITY_DIMENSIONS.flatMap((key) => {
    const level = personality.dimensions?.[key];
    return level ? [`${capital(key)}: ${level} of 5`] : [];
  });
  const instead = (persona.vocabulary?.prefer ?? []).map(({ say, not }) =>
    present([say, not && `${say ? "not" : "Not"} “${not}”`]).join(", "),
  );
  const contexts = (persona.contexts ?? []).map(({ channel, shift }) => named(channel, shift));
  const examples = (persona.examples ?? []).map(({ context, text }) => named(context, text && `“${text}”`));
  const told = [
    [
      book.told("Who speaks", named(persona.name, persona.summary)),
      book.told("Voice", persona.voice?.summary),
      book.told("Archetypes", archetypes),
      book.told("Personality", dimensions.join(" · ")),
    ],
    [
      book.told("It sounds", present(persona.voice?.attributes).join(", ")),
      book.told("It never sounds", present(persona.voice?.avoid).join(", ")),
      book.told("Tone", toneInWords(persona.tone).join(" · ")),
      book.told("Words it never uses", present(persona.vocabulary?.banned).join(", ")),
    ],
  ];
  const lists = [
    beside(book, ["Traits", traits], ["Words it uses", instead]),
    beside(book, ["Do", persona.dos], ["Don’t", persona.donts]),
    beside(book, ["In each place", contexts], ["Examples", examples]),
  ];
  return paired(book, "Voice", told, lists);
}

const SWATCHES = 6;

export function colors(book: BookWriter, { order, contrast }: BookOrder): ReactNode {
  const { palette } = order.colors;
  if (palette.length === 0) return null;
  const width = (WIDTH - (SWATCHES - 1) * 14) / SWATCHES;
  const { scheme } = book.kit;
  return book.chapter(
    "Colours",
    <>
      <View style={{ flexDirection: "row", flexWrap: "wrap", gap: 14 }}>
        {palette.map(({ id, name, hex, role, usage }) => (
          <View
            key={id}
            wrap={false}
            style={{ width, borderWidth: 0.8, borderColor: scheme.line, borderRadius: 6, overflow: "hidden" }}
          >
            <View style={{ backgroundColor: hex, height: 44, padding: 9, justifyContent: "flex-end" }}>
              {book.text(capital(role), { face: "strong", size: 8.5, color: readableInk(hex) })}
            </View>
            <View style={{ padding: 9 }}>
              {book.text(name, { face: "strong", size: 10, width: width - 20 })}
              {book.text(hex, { face: "mono", size: 9, color: scheme.muted })}
              {usage
                ? book.text(usage, { size: 8, color: scheme.muted, style: { marginTop: 4 }, width: width - 20 })
                : null}
            </View>
          </View>
        ))}
      </View>
      {contrast.length > 0 ? (
        <View style={{ marginTop: 16 }}>
          {book.grid(
            book.label("Contrast (WCAG 2.2)"),
            contrast.map(({ foreground, background, ratio, required }) => (
              <View
                key={`${foreground} ${background}`}
                style={{ flexDirection: "row", borderTopWidth: 0.6, borderColor: scheme.line, paddingVertical: 4 }}
              >
                <View style={{ flex: 5 }}>{book.text(`${foreground} on ${background}`, { size: 9, width: 110 })}</View>
                <View style={{ flex: 2 }}>
                  {book.text(`${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`, { face: "mono", size: 9 })}
                </View>
                <View style={{ flex: 3 }}>
                  {book.text(ratio >= required ? `Reaches ${required}:1` : `Misses ${required}:1`, {
                    face: ratio >= required ? "body" : "strong",
                    size: 9,
                  })}
                </View>
              </View>
            )),
            // No gap after the last row, which would move it to another page.
            { columns: 3, gap: 20, rowGap: 0, end: 0 },
          )}
        </View>
      ) : null}
    </>,
  );
}

const standInsOf = ({ order }: BookOrder): string[] =>
  order.typefaces.filter(({ standsIn }) => standsIn).map((one) => `${one.name} ${standInText(one)}`);

/** Leaves space for the typefaces' names on the same page. */
const SPECIMEN_WIDTH = WIDTH * 0.8;

export function typography(book: BookWriter, order: BookOrder): ReactNode {
  const standIns = standInsOf(order);
  return book.chapter(
    "Type",
    <>
      <View style={{ borderRadius: 8, overflow: "hidden", marginBottom: 18, width: SPECIMEN_WIDTH }}>
        {book.scene(draw("specimen", book.kit), SPECIMEN_WIDTH)}
      </View>
      {standIns.map((text) => (
        <View key={text} style={{ marginBottom: 8 }}>
          {book.text(text)}
        </View>
      ))}
      {order.typography.map(({ name, text }, index) => (
        <View key={`${String(index)} ${name}`} wrap={false} style={{ flexDirection: "row", marginBottom: 6 }}>
          <View style={{ width: 170 }}>{book.text(name, { face: "strong", width: 160 })}</View>
          <View style={{ flex: 1 }}>{book.text(text)}</View>
        </View>
      ))}
    </>,
  );
}

const IN_A_ROW = 3;
const MOCK_UP_GAP = 18;
/** A row of three and a row of two fit one page. */
const MAX_ROW_HEIGHT = 200;

export function inUse(book: BookWriter): ReactNode {
  const rows = Array.from({ length: Math.ceil(MOCK_UPS.length / IN_A_ROW) }, (_, row) =>
    MOCK_UPS.slice(row * IN_A_ROW, (row + 1) * IN_A_ROW),
  );
  return book.chapter(
    "In use",
    rows.map((row) => {
      const room = WIDTH - (row.length - 1) * MOCK_UP_GAP;
      const ratios = row.reduce((sum, { width, height }) => sum + width / height, 0);
      const high = Math.min(MAX_ROW_HEIGHT, room / ratios);
      return (
        <View key={row[0]?.key} wrap={false} style={{ flexDirection: "row", gap: MOCK_UP_GAP, marginBottom: 18 }}>
          {row.map(({ key, label, width, height }) => (
            <View key={key} style={{ width: (width / height) * high }}>
              {book.scene(draw(key, book.kit), (width / height) * high)}
              {book.text(label, { size: 8.5, color: book.kit.scheme.muted, style: { marginTop: 6 } })}
            </View>
          ))}
        </View>
      );
    }),
  );
}

const MAX_LISTED = 20;
/** `U+D55C`, for characters without a glyph. */
const codePointsOf = (letter: string): string =>
  [...letter].map((char) => `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`).join(" ");

export function colophon(book: BookWriter, bookOrder: BookOrder): ReactNode {
  const { version, order } = bookOrder;
  const missing = [...book.kit.type.missing];
  const about = [
    `This book shows version ${version} of the brand. The brand’s page in the Brand Identity Hub has the current one.`,
    order.fonts.length > 0
      ? "Titles and mock-ups use the brand’s display typeface if its files allow. A variable font sets running text in its default weight."
      : "This book is set in Geist, because the brand has no usable font file in the hub.",
  ];
  if (missing.length > 0) {
    const listed = missing.slice(0, MAX_LISTED).map(codePointsOf);
    const rest = missing.length - listed.length;
    about.push(
      `This book leaves out characters that neither the brand’s font files nor the hub’s have: ${listed.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}. The brand’s page in the Brand Identity Hub shows every text in full. Upload a font that has these characters.`,
    );
  }
  return book.chapter(
    "About this book",
    <View style={{ maxWidth: 480 }}>
      {about.map((text) => (
        <View key={text} style={{ marginBottom: 12 }}>
          {book.text(text)}
        </View>
      ))}
    </View>,
  );
}
