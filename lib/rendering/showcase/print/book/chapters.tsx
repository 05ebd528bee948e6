import { View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { languageName, readableInk } from "@/lib/content";
import { PERSONALITY_DIMENSIONS } from "@/lib/contract";
import { toneInWords } from "@/lib/publishing";
import { draw } from "../../mock-ups/draw";
import { MOCK_UPS } from "../../mock-ups/index";
import { mark, rect } from "../../mock-ups/kit";
import type { BookOrder } from "../../order";
import type { Scene } from "../../scene";
import { standInText } from "../../typefaces";
import { BODY, type BookWriter, type Card, GUTTER, WIDTH } from "./book-writer";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const present = (texts: readonly (string | undefined)[] = []): string[] =>
  texts.filter((text): text is string => Boolean(text?.trim()));

/** Entries with a name, a text or both. */
const cardsOf = (entries: readonly Card[] = []): Card[] =>
  entries.filter(({ title, text }) => title?.trim() || text.trim());

const cardPage = (book: BookWriter, title: string, entries: readonly Card[]): ReactNode =>
  entries.length > 0 ? book.chapter(title, book.cards(entries)) : null;

const PICTURE = { width: 260, height: BODY + 4 };
const BESIDE = WIDTH - PICTURE.width - GUTTER;

/** The compact logo on the main colour: a photograph would lose its edges. */
function bookPicture({ kit }: BookWriter): Scene {
  const { scheme, words } = kit;
  const box = { x: 0, y: 0, ...PICTURE };
  const side = PICTURE.width * 0.5;
  const middle = { x: (box.width - side) / 2, y: (box.height - side) / 2, width: side, height: side };
  const shapes = [rect(box, scheme.primary, 10), ...mark(kit, middle, scheme.primary, scheme.onPrimary)];
  return { ...PICTURE, label: words.name, shapes };
}

function aboutPage(book: BookWriter, { description, industry }: BookOrder["order"]["identity"]["brand"]): ReactNode {
  if (!description?.trim() && !industry?.trim()) return null;
  const size = book.sizeFor([description ?? ""], BESIDE, BODY - 60);
  return book.chapter(
    "Story",
    <View style={{ flexDirection: "row", gap: GUTTER }}>
      <View style={{ width: BESIDE }}>
        {book.text(description ?? "", { size, width: BESIDE, style: { marginBottom: 24 } })}
        {book.told("Industry", industry, { size: 13, width: BESIDE })}
      </View>
      <View style={{ width: PICTURE.width }}>{book.scene(bookPicture(book), PICTURE.width)}</View>
    </View>,
  );
}

/** One statement large, the others below it. */
function purposePage(book: BookWriter, brand: BookOrder["order"]["identity"]["brand"]): ReactNode {
  const all = [
    ["Mission", brand.mission],
    ["Vision", brand.vision],
    ["Promise", brand.promise],
    ["Value proposition", brand.value_proposition],
  ] as const;
  const [first, ...rest] = all.filter(([, text]) => text?.trim());
  if (!first) return null;
  const large = book.sizeFor([first[1] ?? ""], WIDTH - 60, 170, [36, 31, 27, 23, 20, 17, 14, 12]);
  const color = book.kit.scheme.onPrimary;
  const width = (WIDTH - Math.max(0, rest.length - 1) * GUTTER) / Math.max(1, rest.length);
  const below = rest.map(([, text]) => text ?? "");
  const size = book.sizeFor(below, width, 120, [14, 13, 12, 11, 10.5]);
  const isShort = below.every((text) => book.heightOf(text, size, width) < 160);
  return book.chapter(
    "Purpose",
    <View style={{ minHeight: BODY, justifyContent: "space-between" }}>
      {book.told(first[0], first[1], { size: large, color, width: WIDTH - 60, leading: 1.25 })}
      <View style={isShort ? { flexDirection: "row", gap: GUTTER } : {}}>
        {rest.map(([title, text]) => (
          <View key={title} style={isShort ? { width, borderTopWidth: 0.8, borderColor: color, paddingTop: 10 } : {}}>
            {book.told(title, text, { size, color, width: isShort ? width : WIDTH })}
          </View>
        ))}
      </View>
    </View>,
    { isBold: true },
  );
}

export function story(book: BookWriter, { order }: BookOrder): ReactNode {
  const { brand } = order.identity;
  const values = (brand.values ?? []).map(({ name, description }) => ({ title: name, text: description ?? "" }));
  const offerings = (brand.offerings ?? []).map(({ name, type, description }) => ({
    title: name && type ? `${name} (${type})` : name,
    text: description ?? "",
  }));
  const audiences = (brand.audiences ?? []).map(({ segment, description }) => ({
    title: segment,
    text: description ?? "",
  }));
  const differences = present(brand.differentiators).map((text) => ({ text }));
  return (
    <>
      {aboutPage(book, brand)}
      {purposePage(book, brand)}
      {cardPage(book, "Values", cardsOf(values))}
      {cardPage(book, "What sets it apart", differences)}
      {cardPage(book, "What it offers", cardsOf(offerings))}
      {cardPage(book, "Who it is for", cardsOf(audiences))}
    </>
  );
}

const STEPS = [1, 2, 3, 4, 5];

function personalityPage(book: BookWriter, { personality }: BookOrder["order"]["identity"]): ReactNode {
  const { scheme } = book.kit;
  const { primary, secondary } = personality.archetype ?? {};
  const archetypes = present([primary, secondary]).map(capital).join(", then ");
  const dimensions = PERSONALITY_DIMENSIONS.flatMap((key) => {
    const level = personality.dimensions?.[key];
    return level ? [{ key, level }] : [];
  });
  const traits = (personality.traits ?? []).map(({ name, means, not }) => ({
    title: name,
    text: present([means, not && `Not: ${not}`]).join(" "),
  }));
  if (!archetypes && dimensions.length === 0 && cardsOf(traits).length === 0) return null;
  return book.chapter(
    "Personality",
    <>
      {book.told("Archetypes", archetypes, { face: "strong", size: 18, width: WIDTH })}
      {dimensions.length > 0 ? (
        <View style={{ flexDirection: "row", gap: 14, marginBottom: 24 }}>
          {dimensions.map(({ key, level }) => (
            <View key={key} style={{ flex: 1 }}>
              {book.text(`${capital(key)}: ${level} of 5`, { size: 9.5, style: { marginBottom: 5 } })}
              <View style={{ flexDirection: "row", gap: 3 }}>
                {STEPS.map((step) => (
                  <View
                    key={step}
                    style={{
                      flex: 1,
                      height: 8,
                      borderRadius: 2,
                      backgroundColor: step <= level ? scheme.link : scheme.line,
                    }}
                  />
                ))}
              </View>
            </View>
          ))}
        </View>
      ) : null}
      {book.cards(cardsOf(traits), {
        height: BODY - (archetypes ? 56 : 0) - (dimensions.length > 0 ? 52 : 0),
      })}
    </>,
  );
}

/** Row by row: two columns that both continue would lose content at a page's end. */
function rulesPage(book: BookWriter, dos: readonly string[], donts: readonly string[]): ReactNode {
  const rows = Math.max(dos.length, donts.length);
  if (rows === 0) return null;
  const { scheme } = book.kit;
  const width = (WIDTH - GUTTER) / 2;
  const minHeight = Math.min(96, (BODY - 30) / rows);
  const size = book.sizeFor([...dos, ...donts], width, minHeight - 18, [17, 15, 13.5, 12, 10.5]);
  const cell = (text: string | undefined, isDo: boolean) => (
    <View
      style={{
        minHeight,
        paddingVertical: 9,
        borderTopWidth: text ? 1.2 : 0,
        borderStyle: isDo ? "solid" : "dashed",
        borderColor: isDo ? scheme.link : scheme.muted,
      }}
    >
      {book.text(text ?? "", { size, width })}
    </View>
  );
  const head = (
    <View style={{ flexDirection: "row", gap: GUTTER, marginBottom: 4 }}>
      <View style={{ width }}>{dos.length > 0 ? book.label("Do") : null}</View>
      <View style={{ width }}>{donts.length > 0 ? book.label("Don’t") : null}</View>
    </View>
  );
  const cells = Array.from({ length: rows }, (_, row) => [cell(dos[row], true), cell(donts[row], false)]).flat();
  return book.chapter("Do and don’t", book.grid(head, cells, { columns: 2, gap: GUTTER, rowGap: 0, end: 0 }));
}

function voicePage(book: BookWriter, { persona }: BookOrder["order"]["identity"]): ReactNode {
  const summary = persona.voice?.summary ?? "";
  const facts = cardsOf([
    { title: "Who speaks", text: present([persona.name, persona.summary]).join(": ") },
    { title: "Tone", text: toneInWords(persona.tone).join(" · ") },
    { title: "It sounds", text: present(persona.voice?.attributes).join(", ") },
    { title: "It never sounds", text: present(persona.voice?.avoid).join(", ") },
  ]).filter(({ text }) => text);
  if (!summary && facts.length === 0) return null;
  const size = book.sizeFor([summary], WIDTH - 60, 110, [30, 26, 22, 19, 16, 13, 11]);
  return book.chapter(
    "Voice",
    <>
      {book.text(summary, { size, width: WIDTH - 60, leading: 1.3, style: { marginBottom: 24 } })}
      {book.cards(facts, { height: BODY - (summary ? book.heightOf(summary, size, WIDTH - 60) + 24 : 0) })}
    </>,
  );
}

export function voice(book: BookWriter, { order }: BookOrder): ReactNode {
  const { persona } = order.identity;
  const words = (persona.vocabulary?.prefer ?? []).map(({ say, not }) => ({
    title: say,
    text: not ? `${say ? "not" : "Not"} “${not}”` : "",
  }));
  const banned = present(persona.vocabulary?.banned).join(", ");
  const contexts = (persona.contexts ?? []).map(({ channel, shift }) => ({ title: channel, text: shift ?? "" }));
  const examples = (persona.examples ?? []).map(({ context, text }) => ({
    title: context,
    text: text ? `“${text}”` : "",
  }));
  const hasWords = cardsOf(words).length > 0 || banned;
  return (
    <>
      {voicePage(book, order.identity)}
      {personalityPage(book, order.identity)}
      {rulesPage(book, present(persona.dos), present(persona.donts))}
      {hasWords
        ? book.chapter(
            "Words",
            <>
              {book.told("Words it never uses", banned, { size: 14, width: WIDTH })}
              {book.cards(cardsOf(words), { height: BODY - (banned ? book.heightOf(banned, 14, WIDTH) + 40 : 0) })}
            </>,
          )
        : null}
      {cardPage(book, "In each place", cardsOf(contexts))}
      {cardPage(book, "Examples", cardsOf(examples))}
    </>
  );
}

/** Fill one page while there are at most this many. */
const MAX_ROWS = 4;

const tileOf = ({ line }: { line: string }) =>
  ({ flexGrow: 1, justifyContent: "space-between", borderWidth: 0.8, borderColor: line, borderRadius: 8 }) as const;

export function colors(book: BookWriter, { order, contrast }: BookOrder): ReactNode {
  const { palette } = order.colors;
  if (palette.length === 0) return null;
  const columns = Math.min(palette.length, palette.length <= 4 ? 2 : 4);
  const rows = Math.min(MAX_ROWS, Math.ceil(palette.length / columns));
  const gap = 10;
  const width = (WIDTH - (columns - 1) * gap) / columns - 2 * 12;
  const { scheme } = book.kit;
  const swatches = palette.map(({ id, name, hex, role, usage }) => {
    const color = readableInk(hex);
    return (
      <View
        key={id}
        style={{
          ...tileOf(scheme),
          minHeight: (BODY - (rows - 1) * gap) / rows,
          padding: 12,
          backgroundColor: hex,
        }}
      >
        {book.text(capital(role), { size: 8.5, color })}
        <View>
          {book.text(name, { face: "strong", size: 14, color, width })}
          {book.text(hex, { face: "mono", size: 10, color })}
          {book.text(usage, { size: 8, color, style: { marginTop: 4 }, width })}
        </View>
      </View>
    );
  });
  return (
    <>
      {book.chapter("Colours", book.grid(null, swatches, { columns, gap, end: 0 }))}
      {contrastPage(book, palette, contrast)}
    </>
  );
}

function contrastPage(
  book: BookWriter,
  palette: BookOrder["order"]["colors"]["palette"],
  contrast: BookOrder["contrast"],
): ReactNode {
  if (contrast.length === 0) return null;
  const { scheme } = book.kit;
  const hexOf = (name: string) => palette.find((entry) => entry.name === name)?.hex;
  const columns = contrast.length > 9 ? 4 : 3;
  const gap = 14;
  const rows = Math.ceil(contrast.length / columns);
  const width = (WIDTH - (columns - 1) * gap) / columns - 32;
  const pairs = contrast.map(({ foreground, background, ratio, required }) => {
    const ground = hexOf(background) ?? scheme.page;
    const color = readableInk(ground);
    return (
      <View
        key={`${foreground} ${background}`}
        style={{
          ...tileOf(scheme),
          minHeight: Math.max(100, (BODY - (rows - 1) * gap) / rows),
          padding: 16,
          backgroundColor: ground,
        }}
      >
        {book.text("Aa", {
          face: "strong",
          size: rows === 1 ? 110 : 44,
          leading: 1.2,
          color: hexOf(foreground) ?? color,
        })}
        <View>
          {book.text(`${foreground} on ${background}`, { size: 11, color, width })}
          {book.text(`${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`, { face: "mono", size: 11, color })}
          {book.text(ratio >= required ? `Reaches ${required}:1` : `Misses ${required}:1`, {
            face: ratio >= required ? "body" : "strong",
            size: 9.5,
            color,
          })}
        </View>
      </View>
    );
  });
  return book.chapter("Contrast", book.grid(null, pairs, { columns, gap, end: 0 }));
}

const standInsOf = ({ order }: BookOrder): string[] =>
  order.typefaces.filter(({ standsIn }) => standsIn).map((one) => `${one.name} ${standInText(one)}`);

/** More rows start on a new page. */
const MAX_BELOW = 1;

export function typography(book: BookWriter, order: BookOrder): ReactNode {
  const standIns = standInsOf(order);
  return book.chapter(
    "Type",
    <>
      <View style={{ borderRadius: 8, marginBottom: 10 }}>
        {book.scene(draw("specimen", book.kit), WIDTH * 0.98)}
        {book.text(book.kit.typefaces.map(({ name }) => name).join(" · ") || "Geist", { size: 9, width: WIDTH })}
      </View>
      {standIns.map((text) => (
        <View key={text} style={{ marginBottom: 8 }}>
          {book.text(text, { width: WIDTH })}
        </View>
      ))}
      {order.typography.map(({ name, text }, index) => (
        <View
          key={`${String(index)} ${name}`}
          wrap={false}
          break={index === 0 && order.typography.length > MAX_BELOW}
          style={{ flexDirection: "row", borderTopWidth: 0.8, borderColor: book.kit.scheme.line, paddingVertical: 6 }}
        >
          <View style={{ width: 190 }}>{book.text(name, { face: "strong", size: 11, width: 180 })}</View>
          <View style={{ flex: 1 }}>{book.text(text, { size: 11, width: WIDTH - 190 })}</View>
        </View>
      ))}
    </>,
  );
}

/** Four fill a page. */
const SHOWN = { columns: 2, gap: 14, height: 162 };

export function inUse(book: BookWriter): ReactNode {
  const cells = MOCK_UPS.map(({ key, label, width, height }) => (
    <View key={key}>
      <View
        style={{ height: SHOWN.height, alignItems: "center", borderRadius: 8, backgroundColor: book.kit.scheme.panel }}
      >
        {book.scene(draw(key, book.kit), (width / height) * SHOWN.height)}
      </View>
      {book.text(label, { size: 9, color: book.kit.scheme.muted, style: { marginTop: 5 } })}
    </View>
  ));
  return book.chapter("In use", book.grid(null, cells, { ...SHOWN, end: 0 }));
}

const MAX_LISTED = 20;
/** `U+D55C`, for characters without a glyph. */
const codePointsOf = (letter: string): string =>
  [...letter].map((char) => `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`).join(" ");

/** Call it last: it names what the other chapters lack. */
export function colophon(book: BookWriter, { version, order, legal }: BookOrder): ReactNode {
  const boilerplate = Object.entries(legal?.boilerplate ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
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
  const width = WIDTH * 0.75;
  return book.chapter(
    "About this book",
    <>
      {book.list("Trademarks", legal?.trademark_lines ?? [], 13)}
      <View style={{ maxWidth: width }}>
        {boilerplate.map(([tag, text]) => (
          <View key={tag}>{book.told(`About the brand, in ${languageName(tag)}`, text, { size: 13, width })}</View>
        ))}
        {about.map((text) => (
          <View key={text} style={{ marginBottom: 8 }}>
            {book.text(text, { width, color: book.kit.scheme.muted })}
          </View>
        ))}
      </View>
    </>,
  );
}
