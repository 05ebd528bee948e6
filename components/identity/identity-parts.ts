export interface IdentitySection {
  id: string;
  title: string;
  /** Describes the content. Also shown while the section is empty. */
  description: string;
  /** Path prefixes of the document that the section edits. */
  paths: readonly string[];
}

export interface IdentityPart {
  id: string;
  title: string;
  sections: readonly IdentitySection[];
}

const brand: readonly IdentitySection[] = [
  {
    id: "essentials",
    title: "Essentials",
    description: "What the brand is, as tools quote it.",
    paths: ["tagline", "description", "industry", "website", "languages"].map((key) => `identity.brand.${key}`),
  },
  {
    id: "purpose",
    title: "Purpose",
    description: "Why the brand exists and what it promises.",
    paths: ["mission", "vision", "value_proposition", "promise"].map((key) => `identity.brand.${key}`),
  },
  {
    id: "audiences",
    title: "Audiences",
    description: "Who the brand speaks to.",
    paths: ["identity.brand.audiences"],
  },
  {
    id: "offerings",
    title: "Offerings",
    description: "The brand’s products and services.",
    paths: ["identity.brand.offerings"],
  },
  {
    id: "values",
    title: "Values",
    description: "Principles behind the brand’s decisions.",
    paths: ["identity.brand.values"],
  },
  {
    id: "distinction",
    title: "Distinction",
    description: "What sets the brand apart.",
    paths: ["identity.brand.differentiators", "identity.brand.tags"],
  },
  {
    id: "typography",
    title: "Typography",
    description: "The typefaces, with notes for designers.",
    paths: ["identity.brand.typography"],
  },
];

const personality: readonly IdentitySection[] = [
  {
    id: "archetype",
    title: "Archetype",
    description: "The role the brand plays in its story.",
    paths: ["identity.personality.archetype"],
  },
  {
    id: "dimensions",
    title: "Dimensions",
    description: "Five character traits, each from 1 (hardly) to 5 (strongly).",
    paths: ["identity.personality.dimensions"],
  },
  {
    id: "traits",
    title: "Traits",
    description: "How the brand behaves, and where each trait ends.",
    paths: ["identity.personality.traits"],
  },
];

const persona: readonly IdentitySection[] = [
  {
    id: "character",
    title: "Character",
    description: "The person readers hear when the brand speaks.",
    paths: ["identity.persona.name", "identity.persona.summary"],
  },
  {
    id: "voice",
    title: "Voice",
    description: "What stays the same in every text.",
    paths: ["identity.persona.voice"],
  },
  {
    id: "tone",
    title: "Tone",
    description: "Where the voice sits between two extremes.",
    paths: ["identity.persona.tone"],
  },
  {
    id: "rules",
    title: "Do and don’t",
    description: "Rules that writers can follow and editors can check.",
    paths: ["identity.persona.dos", "identity.persona.donts"],
  },
  {
    id: "vocabulary",
    title: "Vocabulary",
    description: "Words the brand uses, and words it avoids.",
    paths: ["identity.persona.vocabulary"],
  },
  {
    id: "contexts",
    title: "Contexts",
    description: "How the tone changes by channel.",
    paths: ["identity.persona.contexts"],
  },
  {
    id: "examples",
    title: "Examples",
    description: "Sentences the brand would write. Tools learn most from these.",
    paths: ["identity.persona.examples"],
  },
];

const languages: readonly IdentitySection[] = [
  {
    id: "languages",
    title: "Texts in other languages",
    description: "Readers get the main text where a translation is missing.",
    paths: ["identity.locales"],
  },
];

const legal: readonly IdentitySection[] = [
  {
    id: "trademarks",
    title: "Trademarks",
    description: "Who owns each trademark, one sentence each.",
    paths: ["legal.trademark_lines"],
  },
  {
    id: "boilerplate",
    title: "Boilerplate",
    description: "The text below publications, in each language.",
    paths: ["legal.boilerplate"],
  },
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

/** Returns the section that edits a path: `values` for `identity.brand.values.2`. */
export const sectionOf = (path: string): IdentitySection | undefined =>
  IDENTITY_SECTIONS.find(({ paths }) => paths.some((one) => path === one || path.startsWith(`${one}.`)));
