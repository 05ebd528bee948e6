/** The section of the identity page in which a field stands. */
const SECTION_OF: Record<string, string> = {
  "brand.tagline": "essentials",
  "brand.description": "essentials",
  "brand.industry": "essentials",
  "brand.website": "essentials",
  "brand.languages": "essentials",
  "brand.mission": "purpose",
  "brand.vision": "purpose",
  "brand.value_proposition": "purpose",
  "brand.promise": "purpose",
  "brand.audiences": "audiences",
  "brand.offerings": "offerings",
  "brand.values": "values",
  "brand.differentiators": "distinction",
  "brand.tags": "distinction",
  "brand.typography": "typography",
  "personality.archetype": "archetype",
  "personality.dimensions": "dimensions",
  "personality.traits": "traits",
  "persona.name": "character",
  "persona.summary": "character",
  "persona.voice": "voice",
  "persona.tone": "tone",
  "persona.dos": "rules",
  "persona.donts": "rules",
  "persona.vocabulary": "vocabulary",
  "persona.contexts": "contexts",
  "persona.examples": "examples",
};

const PAGE_OF: Record<string, string> = {
  colors: "/palette",
  typography: "/typography",
  foundations: "/foundations",
  imagery: "/imagery",
  legal: "/identity#legal",
  logos: "/logos",
  assets: "/assets",
};

/** Where a field of the document is edited, below the brand's URL: `identity.brand.mission` at `/identity#purpose`. */
export function fieldPath(path: string): string {
  const [part = "", group = "", field = ""] = path.split(".");
  const page = PAGE_OF[part];
  if (page) return page;
  if (group === "locales") return "/identity#languages";
  const section = SECTION_OF[`${group}.${field}`];
  return section ? `/identity#${section}` : "/identity";
}
