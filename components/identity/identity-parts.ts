export interface IdentitySection {
  id: string;
  title: string;
  /** What belongs there, which also invites to fill it while it is empty. */
  description: string;
  /** What of a document stands there: paths and all below them. */
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
    description: "What the brand is, in the words that tools quote.",
    paths: ["tagline", "description", "industry", "website", "languages"].map((key) => `identity.brand.${key}`),
  },
  {
    id: "purpose",
    title: "Purpose",
    description: "Why the brand exists, and what it owes its customers.",
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
    description: "The products and services that carry the brand.",
    paths: ["identity.brand.offerings"],
  },
  {
    id: "values",
    title: "Values",
    description: "What the brand decides by.",
    paths: ["identity.brand.values"],
  },
  {
    id: "distinction",
    title: "Distinction",
    description: "What sets the brand apart, and how it is found.",
    paths: ["identity.brand.differentiators", "identity.brand.tags"],
  },
  {
    id: "typography",
    title: "Typography",
    description: "The typefaces in words, with what a designer must know to set them.",
    paths: ["identity.brand.typography"],
  },
];

const personality: readonly IdentitySection[] = [
  {
    id: "archetype",
    title: "Archetype",
    description: "The role the brand plays in the story it tells.",
    paths: ["identity.personality.archetype"],
  },
  {
    id: "dimensions",
    title: "Dimensions",
    description: "Five traits of character, each from 1 (hardly) to 5 (strongly).",
    paths: ["identity.personality.dimensions"],
  },
  {
    id: "traits",
    title: "Traits",
    description: "How the brand behaves, and what that must not tip over into.",
    paths: ["identity.personality.traits"],
  },
];

const persona: readonly IdentitySection[] = [
  {
    id: "character",
    title: "Character",
    description: "The person that readers hear when the brand speaks.",
    paths: ["identity.persona.name", "identity.persona.summary"],
  },
  {
    id: "voice",
    title: "Voice",
    description: "What stays the same whatever is said.",
    paths: ["identity.persona.voice"],
  },
  {
    id: "tone",
    title: "Tone",
    description: "Where the voice usually stands between two ends.",
    paths: ["identity.persona.tone"],
  },
  {
    id: "rules",
    title: "Do and don’t",
    description: "Rules a writer can follow and an editor can check.",
    paths: ["identity.persona.dos", "identity.persona.donts"],
  },
  {
    id: "vocabulary",
    title: "Vocabulary",
    description: "The words the brand uses, and those it never does.",
    paths: ["identity.persona.vocabulary"],
  },
  {
    id: "contexts",
    title: "Contexts",
    description: "How the tone shifts from one place to another.",
    paths: ["identity.persona.contexts"],
  },
  {
    id: "examples",
    title: "Examples",
    description: "Sentences as the brand would write them: tools learn most from these.",
    paths: ["identity.persona.examples"],
  },
];

const languages: readonly IdentitySection[] = [
  {
    id: "languages",
    title: "Texts in other languages",
    description: "What is missing in a language is read in the main text.",
    paths: ["identity.locales"],
  },
];

const legal: readonly IdentitySection[] = [
  {
    id: "trademarks",
    title: "Trademarks",
    description: "Whose marks the brand’s names and signs are, each in a sentence.",
    paths: ["legal.trademark_lines"],
  },
  {
    id: "boilerplate",
    title: "Boilerplate",
    description: "The text that stands below publications, in each language.",
    paths: ["legal.boilerplate"],
  },
];

/** Everything a compiled identity holds, and what the brand says in law, in the order in which it is read and edited. */
export const IDENTITY_PARTS: readonly IdentityPart[] = [
  { id: "brand", title: "Brand", sections: brand },
  { id: "personality", title: "Personality", sections: personality },
  { id: "persona", title: "Persona", sections: persona },
  { id: "in-languages", title: "Languages", sections: languages },
  { id: "legal", title: "Legal", sections: legal },
];

export const IDENTITY_SECTIONS: readonly IdentitySection[] = IDENTITY_PARTS.flatMap(({ sections }) => sections);

/** The section in which something of a document stands, by its path: `identity.brand.values.2` in `values`. */
export const sectionOf = (path: string): IdentitySection | undefined =>
  IDENTITY_SECTIONS.find(({ paths }) => paths.some((one) => path === one || path.startsWith(`${one}.`)));
