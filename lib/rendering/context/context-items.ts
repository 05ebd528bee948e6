import {
  type BrandSnapshot,
  colorsInWords,
  foundationsInWords,
  languageName,
  logoRuleText,
  ruleText,
  typographyInWords,
} from "@/lib/content";
import type { ContextTask } from "@/lib/contract";
import { markdown, statedInWords, toneInWords } from "@/lib/publishing";

const { inline } = markdown;

export type Section =
  | "Must"
  | "Voice"
  | "Writing"
  | "Brand"
  | "Legal"
  | "Palette"
  | "Typography"
  | "Logos"
  | "Images"
  | "Foundations";

/** A whole sentence, or a list entry's first one. `begins` a list entry; else it continues the one before. */
export interface ContextItem {
  section: Section;
  text: string;
  begins: boolean;
}

/** What each task needs first. Every task gets everything that fits. */
const SECTIONS_BY_TASK: Readonly<Record<ContextTask, readonly Section[]>> = {
  write: ["Must", "Voice", "Writing", "Brand", "Legal", "Palette", "Typography", "Logos", "Images", "Foundations"],
  design: ["Must", "Voice", "Palette", "Typography", "Logos", "Foundations", "Images", "Writing", "Brand", "Legal"],
  code: ["Must", "Voice", "Palette", "Typography", "Foundations", "Logos", "Writing", "Images", "Legal", "Brand"],
  review: ["Must", "Voice", "Writing", "Palette", "Typography", "Logos", "Legal", "Images", "Foundations", "Brand"],
};

/** Not within “No. 47” or “e.g. lime”. Some scripts have no spaces. */
const SENTENCE_END = /(?<=[.!?…]["'”’»)]*) +(?=[^\p{Ll}\p{N}\s])|(?<=[。！？｡])/u;

interface Entry {
  name?: string | undefined;
  aside?: string | undefined;
  text?: string | undefined;
}

/** A list entry, sentence by sentence. */
function entryItems(section: Section, { name, aside, text = "" }: Entry): ContextItem[] {
  const [first = "", ...others] = inline(text).split(SENTENCE_END).filter(Boolean);
  const head = name && `**${inline(name)}**${aside ? ` (${inline(aside)})` : ""}`;
  const start = [head, first].filter(Boolean).join(": ");
  if (!start) return [];
  return [
    { section, text: `- ${start}`, begins: true },
    ...others.map((sentence) => ({ section, text: sentence, begins: false })),
  ];
}

const quoted = (text: string): string => `“${text}”`;

function mustEntries({ brand, identity, colors }: BrandSnapshot, nameOf: (id: string) => string): Entry[] {
  const { prefer = [], banned = [] } = identity.persona.vocabulary ?? {};
  const instead = prefer.flatMap(({ say, not }) => (say && not ? [`${quoted(say)}, not ${quoted(not)}`] : []));
  return [
    { text: `The name is ${quoted(brand.name)}.` },
    ...(banned.length > 0 ? [{ text: `Never write: ${banned.map(quoted).join(", ")}.` }] : []),
    ...(instead.length > 0 ? [{ text: `Write ${instead.join("; ")}.` }] : []),
    ...(colors.rules ?? [])
      .filter(({ severity }) => severity === "must")
      .map((rule) => ({ name: nameOf(rule.color), text: ruleText(rule, nameOf) })),
  ];
}

const list = (name: string, items: readonly string[] = []): Entry => ({
  name: items.length > 0 ? name : undefined,
  text: items.join(", "),
});

const named = (name: string, text: string | undefined): Entry[] => (text ? [{ name, text }] : []);

function writingEntries({ persona }: BrandSnapshot["identity"]): Entry[] {
  const { dos = [], donts = [], vocabulary, contexts = [], examples = [] } = persona;
  return [
    ...dos.map((text) => ({ name: "Do", text })),
    ...donts.map((text) => ({ name: "Don’t", text })),
    ...examples.map(({ context, text }) => ({ name: context ? `Example, ${context}` : "Example", text })),
    ...contexts.map(({ channel, shift }) => ({ name: channel, text: shift })),
    list(
      "Prefer",
      vocabulary?.prefer?.flatMap(({ say, not }) => (say && !not ? [say] : [])),
    ),
  ];
}

function brandEntries({ brand, personality }: BrandSnapshot["identity"]): Entry[] {
  const { audiences = [], offerings = [], values = [], differentiators = [] } = brand;
  return [
    ...named("Tagline", brand.tagline),
    ...named("Description", brand.description),
    ...named("Promise", brand.promise),
    ...named("Value proposition", brand.value_proposition),
    ...named("Mission", brand.mission),
    ...named("Vision", brand.vision),
    ...named("Industry", brand.industry),
    ...named("Website", brand.website),
    ...audiences.map(({ segment, description }) => ({ name: segment, aside: "audience", text: description })),
    ...offerings.map(({ name, type, description }) => ({ name, aside: type ?? "offering", text: description })),
    ...values.map(({ name, description }) => ({ name, aside: "value", text: description })),
    ...differentiators.map((text) => ({ text })),
    ...(personality.traits ?? []).map(({ name, means, not }) => ({
      name,
      aside: "trait",
      text: [means, not && `Not: ${not}`].filter(Boolean).join(" "),
    })),
  ];
}

function paletteEntries({ colors }: BrandSnapshot, nameOf: (id: string) => string): Entry[] {
  const { palette, rules = [], ...rest } = colors;
  return [
    ...palette.map(({ name, role, hex, usage }) => ({ name, aside: `${role}, ${hex}`, text: usage })),
    ...rules
      .filter(({ severity }) => severity === "should")
      .map((rule) => ({ name: nameOf(rule.color), text: ruleText(rule, nameOf) })),
    ...colorsInWords({ ...rest, palette }).flatMap(({ title, entries }) =>
      entries.map(({ name, text }) => ({ name, aside: title.toLowerCase(), text })),
    ),
  ];
}

function entriesOf(snapshot: BrandSnapshot, locale: string | null): Record<Section, Entry[]> {
  const { identity, colors, logos, typography, foundations, imagery, legal, assets } = snapshot;
  const nameOf = (id: string) => colors.palette.find((entry) => entry.id === id)?.name ?? "a removed colour";
  const [language, ...others] = (identity.brand.languages ?? []).map(languageName);
  const { voice, tone, summary } = identity.persona;
  const { fonts, styles } = typographyInWords(typography);
  return {
    Must: mustEntries(snapshot, nameOf),
    Voice: [
      ...(language ? [{ text: `The language is ${language}.` }] : []),
      ...(others.length > 0 ? [{ text: `Other languages: ${others.join(", ")}.` }] : []),
      { text: voice?.summary },
      { text: summary },
      list("Is", voice?.attributes),
      list("Avoids", voice?.avoid),
      list("Tone", toneInWords(tone)),
    ],
    Writing: writingEntries(identity),
    Brand: brandEntries(identity),
    Legal: [
      ...(legal?.trademark_lines ?? []).map((text) => ({ name: "Trademark line", text })),
      ...Object.entries(legal?.boilerplate ?? {})
        .filter(([tag]) => locale === null || tag === locale)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([tag, text]) => ({ name: "Boilerplate", aside: languageName(tag), text })),
    ],
    Palette: paletteEntries(snapshot, nameOf),
    Typography: [...fonts, ...styles],
    Logos: [
      ...logos.rules.map((text) => ({ text })),
      ...logos.items.flatMap(({ label, variant, background, usage, rule }) => [
        { name: label, aside: `${variant}, ${background} backgrounds`, text: usage },
        ...(rule ? [{ name: label, aside: "rule", text: logoRuleText(rule, nameOf) }] : []),
      ]),
    ],
    Images: statedInWords({ ...(imagery && { imagery }), assets }).flatMap(({ title, lines, entries }) => [
      ...lines.map((text) => ({ name: title, text })),
      ...entries.map(({ name, text }) => ({ name: title, aside: name, text })),
    ]),
    Foundations: foundationsInWords(foundations).flatMap(({ name: group, tokens }) =>
      tokens.map(({ name, text }) => ({ name, aside: group.toLowerCase(), text })),
    ),
  };
}

/**
 * Everything that a model can read of a version, what the task needs first at the top.
 * @param locale the only language of legal texts, or null for all
 */
export function contextItems(snapshot: BrandSnapshot, task: ContextTask, locale: string | null): ContextItem[] {
  const entries = entriesOf(snapshot, locale);
  return SECTIONS_BY_TASK[task].flatMap((section) => entries[section].flatMap((entry) => entryItems(section, entry)));
}
