import { Parser } from "htmlparser2";
import { type Declaration, declarationsIn, type Paint, type Rule, readStyles, type Span } from "./read-styles";
import { type Block, BlockBuilder, OBJECT } from "./read-text";

export type Attributes = ReadonlyMap<string, Span & { value: string }>;

/** A picture's element with everything that says what it shows. */
export interface Picture {
  name: string;
  attributes: Attributes;
  declarations: Declaration[];
  /** The text of an inline SVG. */
  title: string;
}

/** Text in a colour on a background, both stated. */
export interface InkPair {
  ink: Paint;
  ground: Paint;
  isLarge: boolean;
}

export interface Facts {
  blocks: Block[];
  /** With the picture that they draw or belong to. */
  styles: (Declaration & { picture?: Picture | undefined })[];
  pairs: InkPair[];
  pictures: Picture[];
  /** A whole page rather than a part of one. */
  isPage: boolean;
  /** Has rules with selectors. Each is read alone. */
  hasRules: boolean;
}

/** Colours of custom properties, by name. Null where another rule or element sets it too. */
type Custom = Map<string, string | null>;

const words = (text: string) => new Set(text.split(" "));
const INLINE = words(
  "a abbr b bdi bdo big br cite data del dfn em font i ins label mark q ruby s small span strike strong time tspan u wbr sub sup img code kbd samp var tt button input select",
);
const OBJECTS = words("sub sup img code kbd samp var tt button input select br");
const CODE = words("code kbd samp var tt pre xmp");
const UNSEEN = words("script style template noscript iframe rt rp metadata defs symbol");
const PAINTED = words("color bgcolor fill stroke stop-color flood-color font-family font-size face");
const PICTURES = words("img svg image object");
const READABLE = words("alt title aria-label aria-description placeholder summary");
const READABLE_META = /^(?:description|(?:og|twitter):(?:title|description|site_name)|application-name)$/i;
/** Where browsers show headings large. */
const HEADING_PX: Record<string, number> = { h1: 32, h2: 24, h3: 18.72 };
const LARGE_PX = 24;
const MAX_VAR_LENGTH = 200;
const LARGE_BOLD_PX = 18.66;

interface Frame {
  name: string;
  isUnseen: boolean;
  isCode: boolean;
  language?: string | undefined;
  ink?: Paint | undefined;
  ground?: Paint | undefined;
  px: number;
  isBold: boolean;
  picture?: Picture | undefined;
}

const ROOT: Frame = { name: "", isUnseen: false, isCode: false, px: 16, isBold: false };

function keepCustom(custom: Custom, { isRoot, declarations }: Rule): void {
  for (const { property, colors } of declarations.filter((one) => one.property.startsWith("--"))) {
    const isKept = isRoot && custom.get(property) !== null && colors.length === 1;
    custom.set(property, isKept ? (colors[0] as Paint).css : null);
  }
}

/** With `var()` as the colour that it stands for, or its fallback. None where that isn't known. */
function paintsOf({ value, colors }: Declaration, custom: Custom): Paint[] {
  if (!/var\(/i.test(value)) return colors;
  const [name, ...fallback] = colors;
  if (!name || value.length > MAX_VAR_LENGTH || !/^var\([^()]*(?:\([^()]*\)\s*)?\)$/i.test(value)) return [];
  const css = custom.get(name.css);
  if (css === undefined) return fallback;
  return css === null ? [] : [{ ...name, css }];
}

/** The element's own values where stated, else its parent's. No background where an image hides which it is. */
function framed(name: string, declarations: readonly Declaration[], parent: Frame, custom: Custom): Frame {
  const last = (pattern: RegExp) => declarations.findLast(({ property }) => pattern.test(property));
  const [ink, ground, size] = [last(/^color$/), last(/^background(?:-color)?$|^bgcolor$/), last(/^font(?:-size)?$/)];
  const weight = last(/^font-weight$/)?.value;
  const grounds = ground && !/url\(|gradient/i.test(ground.value) ? paintsOf(ground, custom) : [];
  const isKept = !ground || /^(?:transparent|none|inherit)$/i.test(ground.value);
  return {
    ...parent,
    name,
    isUnseen: parent.isUnseen || UNSEEN.has(name) || last(/^display$/)?.value === "none",
    isCode: parent.isCode || CODE.has(name),
    ink: !ink || /^(?:inherit|currentcolor)$/i.test(ink.value) ? parent.ink : paintsOf(ink, custom)[0],
    ground: isKept
      ? parent.ground
      : grounds.length === 1
        ? { ...(grounds[0] as Paint), behind: parent.ground }
        : undefined,
    px: size?.sizes[0]?.px ?? HEADING_PX[name] ?? parent.px,
    isBold: weight ? /^bold|^[7-9]00$/i.test(weight) : parent.isBold || /^(?:h[1-6]|b|strong)$/.test(name),
  };
}

function pairOf({ ink, ground, px, isBold }: Frame): InkPair[] {
  return ink && ground ? [{ ink, ground, isLarge: px >= LARGE_PX || (isBold && px >= LARGE_BOLD_PX) }] : [];
}

/** The pair that each rule of a style sheet states alone. */
export function pairsOf(rules: readonly Rule[], custom: Custom = new Map()): InkPair[] {
  for (const rule of rules) keepCustom(custom, rule);
  return rules.flatMap(({ declarations }) => pairOf(framed("", declarations, { ...ROOT, px: 0 }, custom)));
}

/** @param source the content with what isn't markup masked, at the same offsets */
export function readMarkup(source: string, kind: "text" | "markup", isXml: boolean): Facts {
  const facts: Facts = { blocks: [], styles: [], pairs: [], pictures: [], isPage: false, hasRules: false };
  const builder = new BlockBuilder(facts.blocks, kind);
  const frames = [ROOT];
  const top = () => frames.at(-1) as Frame;
  const seenPairs = new Set<string>();
  const custom: Custom = new Map();
  let attributes = new Map<string, Span & { value: string }>();

  function declarationsOf(): Declaration[] {
    return [...attributes].flatMap(([key, { value, start, end }]) => {
      if (key === "style") return end - start === value.length ? declarationsIn(readStyles(value, start)) : [];
      if (!PAINTED.has(key)) return [];
      const head = `${key === "face" ? "font-family" : key}:`;
      return declarationsIn(readStyles(head + value, start - head.length));
    });
  }

  function readAttributes(name: string, language: string | undefined): void {
    const meta = attributes.get("name")?.value ?? attributes.get("property")?.value ?? "";
    const isButton = name === "input" && /^(?:submit|button|reset)$/i.test(attributes.get("type")?.value ?? "");
    for (const [key, { value, start, end }] of attributes) {
      const isContent = name === "meta" && key === "content" && READABLE_META.test(meta);
      if (!READABLE.has(key) && !isContent && !(isButton && key === "value")) continue;
      const attribute = new BlockBuilder(facts.blocks, "attribute");
      attribute.add(value, start, end);
      attribute.flush(language);
    }
  }

  function open(name: string): void {
    const parent = top();
    if (!INLINE.has(name)) builder.flush(parent.language);
    if (OBJECTS.has(name)) builder.add(name === "br" ? "\n" : OBJECT, parser.startIndex);
    facts.isPage ||= name === "html" || name === "body" || name === "footer";
    const declarations = declarationsOf();
    keepCustom(custom, { isRoot: false, declarations });
    const frame = framed(name, declarations, parent, custom);
    frame.language = (attributes.get("lang") ?? attributes.get("xml:lang"))?.value || parent.language;
    frame.isUnseen ||= attributes.has("hidden");
    if (PICTURES.has(name) && !parent.picture) {
      frame.picture = { name, attributes, declarations, title: "" };
      facts.pictures.push(frame.picture);
    }
    facts.styles.push(...declarations.map((declaration) => ({ ...declaration, picture: frame.picture })));
    frames.push(frame);
    if (!frame.isUnseen) readAttributes(name, frame.language);
  }

  function read(text: string): void {
    const frame = top();
    const { startIndex, endIndex } = parser;
    if (frame.name === "style") {
      const rules = readStyles(text, startIndex);
      facts.styles.push(...declarationsIn(rules));
      facts.hasRules ||= rules.length > 1;
      facts.pairs.push(...pairsOf(rules, custom));
    }
    if (frame.picture && (frame.name === "title" || frame.name === "text")) frame.picture.title += text;
    if (frame.isUnseen) return;
    builder.add(frame.isCode ? OBJECT : text, startIndex, endIndex + 1);
    if (text.trim() === "" || frame.isCode) return;
    for (const pair of pairOf(frame)) {
      const key = `${pair.ink.start} ${pair.ground.start} ${pair.isLarge}`;
      if (!seenPairs.has(key)) facts.pairs.push(pair);
      seenPairs.add(key);
    }
  }

  const parser: Parser = new Parser(
    {
      onopentagname() {
        attributes = new Map();
      },
      onattribute(name, value, quote) {
        const end = parser.endIndex - (quote ? 1 : 0);
        const raw = source.slice(parser.startIndex, end);
        const start = parser.startIndex + (quote ? raw.indexOf(quote) + 1 : raw.length - value.length);
        if (!attributes.has(name)) attributes.set(name, { value, start, end });
      },
      onopentag: open,
      ontext: read,
      onclosetag() {
        const { name, language } = top();
        if (frames.length > 1) frames.pop();
        if (!INLINE.has(name)) builder.flush(language);
      },
    },
    { xmlMode: isXml, decodeEntities: true },
  );
  parser.end(source);
  builder.flush();
  return facts;
}
