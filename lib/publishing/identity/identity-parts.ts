/** A text or list that a brand can state in other languages. */
export interface LocaleField {
  path: readonly ["brand" | "personality" | "persona", ...string[]];
  label: string;
  /** `list` holds sentences, `words` single words, `entries` objects with several texts. */
  kind: "line" | "text" | "list" | "words" | "entries";
}

export interface IdentitySection {
  id: string;
  title: string;
  /** Describes the content. Also shown while the section is empty. */
  description: string;
  /** Texts that the section edits, in reading order. */
  fields: readonly LocaleField[];
  /** Path prefixes of the document that the section edits. */
  paths: readonly string[];
}

export interface IdentityPart {
  id: string;
  title: string;
  sections: readonly IdentitySection[];
}

const section = (
  id: string,
  title: string,
  description: string,
  fields: readonly LocaleField[],
  otherPaths: readonly string[] = [],
): IdentitySection => {
  const paths = [...fields.map(({ path }) => `identity.${path.join(".")}`), ...otherPaths];
  return { id, title, description, fields, paths };
};

const brand = [
  section(
    "essentials",
    "Essentials",
    "The basics, as tools show them.",
    [
      { path: ["brand", "tagline"], label: "Tagline", kind: "line" },
      { path: ["brand", "description"], label: "Description", kind: "text" },
      { path: ["brand", "industry"], label: "Industry", kind: "line" },
    ],
    ["identity.brand.website", "identity.brand.languages"],
  ),
  section("purpose", "Purpose", "Why the brand exists and what it promises.", [
    { path: ["brand", "mission"], label: "Mission", kind: "text" },
    { path: ["brand", "vision"], label: "Vision", kind: "text" },
    { path: ["brand", "value_proposition"], label: "Value proposition", kind: "text" },
    { path: ["brand", "promise"], label: "Promise", kind: "text" },
  ]),
  section("audiences", "Audiences", "Who the brand speaks to.", [
    { path: ["brand", "audiences"], label: "Audiences", kind: "entries" },
  ]),
  section("offerings", "Offerings", "The brand’s products and services.", [
    { path: ["brand", "offerings"], label: "Offerings", kind: "entries" },
  ]),
  section("values", "Values", "Principles behind the brand’s decisions.", [
    { path: ["brand", "values"], label: "Values", kind: "entries" },
  ]),
  section("distinction", "Distinction", "What sets the brand apart.", [
    { path: ["brand", "differentiators"], label: "Differentiators", kind: "list" },
    { path: ["brand", "tags"], label: "Tags", kind: "words" },
  ]),
  section("typography", "Typography", "The typefaces, with notes for designers.", [], ["identity.brand.typography"]),
];

const personality = [
  section("archetype", "Archetype", "The role the brand plays in its story.", [], ["identity.personality.archetype"]),
  section(
    "dimensions",
    "Dimensions",
    "Five character traits, each from 1 (hardly) to 5 (strongly).",
    [],
    ["identity.personality.dimensions"],
  ),
  section("traits", "Traits", "How the brand behaves, and where each trait ends.", [
    { path: ["personality", "traits"], label: "Traits", kind: "entries" },
  ]),
];

const persona = [
  section("character", "Character", "The person readers hear when the brand speaks.", [
    { path: ["persona", "name"], label: "Persona’s name", kind: "line" },
    { path: ["persona", "summary"], label: "Persona’s summary", kind: "text" },
  ]),
  section(
    "voice",
    "Voice",
    "What stays the same in every text.",
    [
      { path: ["persona", "voice", "summary"], label: "Voice in a sentence", kind: "text" },
      { path: ["persona", "voice", "attributes"], label: "Voice: what it is", kind: "words" },
      { path: ["persona", "voice", "avoid"], label: "Voice: what it avoids", kind: "words" },
    ],
    ["identity.persona.voice"],
  ),
  section("tone", "Tone", "Where the voice sits between two extremes.", [], ["identity.persona.tone"]),
  section("rules", "Do and don’t", "Rules that writers can follow and editors can check.", [
    { path: ["persona", "dos"], label: "Rules: do", kind: "list" },
    { path: ["persona", "donts"], label: "Rules: don’t", kind: "list" },
  ]),
  section(
    "vocabulary",
    "Vocabulary",
    "Words the brand uses, and words it avoids.",
    [
      { path: ["persona", "vocabulary", "prefer"], label: "Words to say", kind: "entries" },
      { path: ["persona", "vocabulary", "banned"], label: "Words never to say", kind: "words" },
    ],
    ["identity.persona.vocabulary"],
  ),
  section("contexts", "Contexts", "How the tone changes by channel.", [
    { path: ["persona", "contexts"], label: "Contexts", kind: "entries" },
  ]),
  section("examples", "Examples", "Sentences the brand would write. Tools learn most from these.", [
    { path: ["persona", "examples"], label: "Examples", kind: "entries" },
  ]),
];

const languages = [
  section(
    "languages",
    "Texts in other languages",
    "Readers get the main text where a translation is missing.",
    [],
    ["identity.locales"],
  ),
];

const legal = [
  section("trademarks", "Trademarks", "Who owns each trademark, one sentence each.", [], ["legal.trademark_lines"]),
  section("boilerplate", "Boilerplate", "The text below publications, in each language.", [], ["legal.boilerplate"]),
];

/** All parts of a compiled identity and the legal texts, in reading order. */
export const IDENTITY_PARTS: readonly IdentityPart[] = [
  { id: "brand", title: "Brand", sections: brand },
  { id: "personality", title: "Personality", sections: personality },
  { id: "persona", title: "Persona", sections: persona },
  { id: "in-languages", title: "Languages", sections: languages },
  { id: "legal", title: "Legal", sections: legal },
];

export const IDENTITY_SECTIONS: readonly IdentitySection[] = IDENTITY_PARTS.flatMap(({ sections }) => sections);

export const LOCALE_FIELDS: readonly LocaleField[] = IDENTITY_SECTIONS.flatMap(({ fields }) => fields);

/** Returns the section whose `paths` include a path or start it. */
export const sectionIn = <Section extends Pick<IdentitySection, "paths">>(
  sections: readonly Section[],
  path: string,
): Section | undefined => sections.find(({ paths }) => paths.some((one) => path === one || path.startsWith(`${one}.`)));

/** Returns the section that edits a path: `values` for `identity.brand.values.2`. */
export const sectionOf = (path: string): IdentitySection | undefined => sectionIn(IDENTITY_SECTIONS, path);
