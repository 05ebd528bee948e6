import {
  type BrandDocument,
  colorsInWords,
  foundationsInWords,
  imageryInWords,
  languageName,
  publishFoundations,
  publishTypography,
  type StoredColors,
  type StoredFontFile,
  type StoredTypography,
  typographyInWords,
} from "@/lib/content";
import { type CompiledIdentity, FONT_ROLES, PERSONALITY_DIMENSIONS, TONE_AXES } from "@/lib/contract";
import { words } from "./flatten-document";
import { localesOf, onlyTexts } from "./locale-texts";

export type Beside = Partial<Pick<BrandDocument, "typography" | "foundations" | "imagery" | "legal" | "assets">>;

export interface StatedPart {
  title: string;
  lines: string[];
  entries: { name: string; text: string; lang?: string }[];
}

export function statedInWords({ foundations, legal, ...beside }: Beside): StatedPart[] {
  const pictures = imageryInWords(beside).map(({ name, lines, dos, donts }) => ({
    title: name,
    lines,
    entries: [...dos.map((text) => ({ name: "Do", text })), ...donts.map((text) => ({ name: "Don’t", text }))],
  }));
  const boilerplate = Object.entries(legal?.boilerplate ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts: StatedPart[] = [
    ...pictures,
    { title: "Trademarks", lines: legal?.trademark_lines ?? [], entries: [] },
    {
      title: "Boilerplate",
      lines: [],
      entries: boilerplate.map(([lang, text]) => ({ name: languageName(lang), text, lang })),
    },
    ...foundationsInWords(foundations).map(({ name, tokens }) => ({ title: name, lines: [], entries: tokens })),
  ];
  return parts.filter(({ lines, entries }) => lines.length + entries.length > 0);
}

export const isFontFile = (value: object): value is StoredFontFile => "weights" in value && "file" in value;
export const isLength = (value: object): value is { value: number; unit: string } =>
  "value" in value && "unit" in value;

/** Fields whose values are the hub's words. */
export const FIXED_WORDS = new Set([
  "font",
  "style",
  "role",
  "source",
  "harmony",
  "background",
  "kind",
  "type",
  "primary",
  "secondary",
]);

export type ToneAxis = (typeof TONE_AXES)[number];

/** From −2 to 2 (Nielsen Norman Group, "The Four Dimensions of Tone of Voice"). */
export const TONE_ENDS: Readonly<Record<ToneAxis, readonly [low: string, high: string]>> = {
  formality: ["Casual", "Formal"],
  humor: ["Serious", "Funny"],
  irreverence: ["Respectful", "Irreverent"],
  enthusiasm: ["Matter-of-fact", "Enthusiastic"],
};

export const isToneAxis = (key: string): key is ToneAxis => key in TONE_ENDS;

/** `Rather casual`, `Very formal`, `Between serious and funny`. */
export function toneText(axis: ToneAxis, value: number): string {
  const [low, high] = TONE_ENDS[axis];
  if (value === 0) return `Between ${low.toLowerCase()} and ${high.toLowerCase()}`;
  return `${Math.abs(value) > 1 ? "Very" : "Rather"} ${(value < 0 ? low : high).toLowerCase()}`;
}

export const toneInWords = (tone: Partial<Record<ToneAxis, number>> = {}): string[] =>
  TONE_AXES.flatMap((axis) => {
    const value = tone[axis];
    return value === undefined ? [] : [toneText(axis, value)];
  });

/** Paths of entries that people named. */
const NAMED =
  /^(?:colors\.(?:palette|scales|print|dark|gradients|rules)|logos\.(?:items|checks)|assets|typography\.fonts|foundations\.\w+)\./;
const STEP = " · ";

/** Splits `Colour · Alder green` into the hub's `Colour · ` and the name that people chose, if any. */
export function labelPieces({ path, label }: { path: string; label: string }): { words: string; name: string } {
  if (!NAMED.test(path)) return { words: label, name: "" };
  const end = label.includes(STEP) ? label.indexOf(STEP) + STEP.length : 0;
  return { words: label.slice(0, end), name: label.slice(end) };
}

/** Without colours, logos, assets and URLs, which expire after 30 minutes. */
export function publishedJson({ identity, typography, foundations, imagery, legal }: BrandDocument) {
  return {
    identity,
    typography: typography && publishTypography(typography, () => ({})),
    foundations: publishFoundations(foundations).foundations,
    imagery,
    legal,
  };
}

/** Escapes a text so that none of it becomes a heading, list, link or markup. */
function plain(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>|~]/g, "\\$&")
    .replaceAll(/^(\s*)([#+-])/gm, "$1\\$2")
    .replaceAll(/^(\s*\d+)([.)])/gm, "$1\\$2");
}

/** On one line, because a line break would end a list item or heading. */
const inline = (text: string): string =>
  plain(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .join(" "),
  );

type Block = string | null | false | undefined;

/** Null without blocks, so that no section is empty. */
function section(heading: string, ...blocks: Block[]): string | null {
  const body = blocks.filter(Boolean);
  return body.length > 0 ? [heading, ...body].join("\n\n") : null;
}

const bullets = (items?: readonly string[]): Block =>
  items && items.length > 0 ? items.map((item) => `- ${inline(item)}`).join("\n") : null;

/** `- **Name**: text`. Skips entries with neither. */
function definitions(entries?: readonly { name?: string; text?: string; aside?: string }[]): Block {
  const lines = (entries ?? []).map(({ name, text, aside }) => {
    const head = name ? `**${inline(name)}**${aside ? ` (${inline(aside)})` : ""}` : null;
    return [head, text ? inline(text) : null].filter(Boolean).join(": ");
  });
  const filled = lines.filter(Boolean);
  return filled.length > 0 ? filled.map((line) => `- ${line}`).join("\n") : null;
}

/** For other documents about a brand. Texts of people are escaped. */
export const markdown = { bullets, definitions, inline, plain, section };

const facts = (entries: readonly [name: string, value: string | number | undefined][]): Block =>
  definitions(
    entries.filter(([, value]) => value !== undefined).map(([name, value]) => ({ name, text: String(value) })),
  );

function brandSection(brand: CompiledIdentity["brand"]): Block {
  return section(
    "## Brand",
    facts([
      ["Industry", brand.industry],
      ["Website", brand.website],
      ["Languages", brand.languages?.join(", ")],
      ["Tags", brand.tags?.join(", ")],
    ]),
    ...(["mission", "vision", "value_proposition", "promise"] as const).map((key) => {
      const text = brand[key];
      return text ? section(`### ${words(key)}`, plain(text)) : null;
    }),
    section(
      "### Audiences",
      definitions(brand.audiences?.map(({ segment, description }) => ({ name: segment, text: description }))),
    ),
    section(
      "### Offerings",
      definitions(brand.offerings?.map(({ name, type, description }) => ({ name, aside: type, text: description }))),
    ),
    section("### Values", definitions(brand.values?.map(({ name, description }) => ({ name, text: description })))),
    section("### Differentiators", bullets(brand.differentiators)),
    section("### Typography", facts(FONT_ROLES.map((role) => [words(role), brand.typography?.[role]]))),
  );
}

function typographySection(typography: StoredTypography | undefined): Block {
  const { fonts, styles } = typographyInWords(typography);
  return section(
    "## Typography",
    section("### Typefaces", definitions(fonts)),
    section("### Text styles", definitions(styles)),
  );
}

function colorsSection(colors: StoredColors | undefined): Block {
  if (!colors) return null;
  return section(
    "## Colours",
    definitions(colors.palette.map(({ name, role, hex, usage }) => ({ name, aside: `${role}, ${hex}`, text: usage }))),
    ...colorsInWords(colors).map(({ title, entries }) => section(`### ${title}`, definitions(entries))),
  );
}

function personalitySection({ archetype, dimensions, traits }: CompiledIdentity["personality"]): Block {
  return section(
    "## Personality",
    facts([
      ["Archetype", archetype?.primary && words(archetype.primary)],
      ["Second archetype", archetype?.secondary && words(archetype.secondary)],
    ]),
    section(
      "### Dimensions (1 to 5)",
      facts(PERSONALITY_DIMENSIONS.map((dimension) => [words(dimension), dimensions?.[dimension]])),
    ),
    section(
      "### Traits",
      definitions(
        traits?.map(({ name, means, not }) => ({
          name,
          text: [means, not && `Not: ${not}`].filter(Boolean).join(" ") || undefined,
        })),
      ),
    ),
  );
}

function personaSection(persona: CompiledIdentity["persona"]): Block {
  const { name, summary, voice, tone, dos, donts, vocabulary, contexts, examples } = persona;
  return section(
    "## Persona",
    facts([["Name", name]]),
    summary && plain(summary),
    section(
      "### Voice",
      voice?.summary && plain(voice.summary),
      facts([
        ["Is", voice?.attributes?.join(", ")],
        ["Avoids", voice?.avoid?.join(", ")],
      ]),
    ),
    section("### Tone (−2 to 2)", facts(TONE_AXES.map((axis) => [words(axis), tone?.[axis]]))),
    section("### Do", bullets(dos)),
    section("### Don’t", bullets(donts)),
    section(
      "### Vocabulary",
      definitions(vocabulary?.prefer?.map(({ say, not }) => ({ name: say, text: not && `not ${not}` }))),
      vocabulary?.banned && vocabulary.banned.length > 0 && `Never: ${vocabulary.banned.map(inline).join(", ")}`,
    ),
    section("### In context", definitions(contexts?.map(({ channel, shift }) => ({ name: channel, text: shift })))),
    section("### Examples", definitions(examples?.map(({ context, text }) => ({ name: context, text })))),
  );
}

const introduction = ({ tagline, description }: CompiledIdentity["brand"]): Block[] => [
  tagline && `> ${inline(tagline)}`,
  description && plain(description),
];

/** Texts of people are escaped, so every `#` at the start of a line is a heading. */
const oneDeeper = (block: Block): Block => (block ? block.replaceAll(/^#+ /gm, "#$&") : null);

const languageSections = (identity: CompiledIdentity): Block[] =>
  localesOf(identity).map(([tag, texts]) => {
    const { brand, personality, persona } = onlyTexts(texts);
    const sections = [brandSection(brand), personalitySection(personality), personaSection(persona)];
    return section(`## In ${languageName(tag)}`, ...introduction(brand), ...sections.map(oneDeeper));
  });

/** Omits empty parts. Texts of people are escaped, never read as markup. */
export function identityToMarkdown(
  brandName: string,
  identity: CompiledIdentity,
  { typography, colors, ...beside }: Beside & { colors?: StoredColors } = {},
): string {
  const { brand, personality, persona } = identity;
  const document = [
    `# ${inline(brandName)}`,
    ...introduction(brand),
    brandSection(brand),
    typographySection(typography),
    colorsSection(colors),
    personalitySection(personality),
    personaSection(persona),
    ...languageSections(identity),
    ...statedInWords(beside).map(({ title, lines, entries }) =>
      section(`## ${title}`, ...lines.map(plain), definitions(entries)),
    ),
  ];
  return `${document.filter(Boolean).join("\n\n")}\n`;
}
