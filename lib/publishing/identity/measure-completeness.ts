import { type BrandDocument, identityOf } from "@/lib/content";
import { type ColorRole, type LogoVariant, PERSONALITY_DIMENSIONS, TONE_AXES } from "@/lib/contract";

export interface MissingField {
  label: string;
  /** `identity.persona.voice.summary`. */
  path: string;
}

export interface CompletenessSection {
  key: "brand" | "personality" | "persona" | "colors" | "logos" | "assets";
  label: string;
  done: number;
  total: number;
  missing: MissingField[];
}

export type Completeness = ReturnType<typeof measureCompleteness>;

type Check = [path: string, label: string, done: boolean];

function section(key: CompletenessSection["key"], label: string, checks: readonly Check[]): CompletenessSection {
  const missing = checks.filter(([, , done]) => !done).map(([path, name]) => ({ label: name, path }));
  return { key, label, done: checks.length - missing.length, total: checks.length, missing };
}

function has(value: unknown): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (Array.isArray(value)) return value.some(has);
  if (typeof value === "object" && value !== null) return Object.values(value).some(has);
  return typeof value === "number";
}

function brandChecks({ brand }: BrandDocument["identity"]): Check[] {
  const fields: [keyof typeof brand, string][] = [
    ["tagline", "Tagline"],
    ["mission", "Mission"],
    ["vision", "Vision"],
    ["description", "Description"],
    ["value_proposition", "Value proposition"],
    ["promise", "Promise"],
    ["industry", "Industry"],
    ["languages", "Languages"],
    ["website", "Website"],
    ["audiences", "Audiences"],
    ["offerings", "Offerings"],
    ["values", "Values"],
    ["differentiators", "Differentiators"],
    ["tags", "Tags"],
    ["typography", "Typography"],
  ];
  return fields.map(([key, label]) => [`identity.brand.${key}`, label, has(brand[key])]);
}

function personalityChecks({ personality }: BrandDocument["identity"]): Check[] {
  const { archetype, dimensions, traits } = personality;
  const path = "identity.personality";
  return [
    [`${path}.archetype.primary`, "Archetype", has(archetype?.primary)],
    [`${path}.dimensions`, "All five dimensions", PERSONALITY_DIMENSIONS.every((one) => has(dimensions?.[one]))],
    [`${path}.traits`, "Traits", has(traits)],
  ];
}

function personaChecks({ persona }: BrandDocument["identity"]): Check[] {
  const path = "identity.persona";
  return [
    [`${path}.name`, "Persona’s name", has(persona.name)],
    [`${path}.summary`, "Persona’s summary", has(persona.summary)],
    [`${path}.voice.summary`, "Voice", has(persona.voice?.summary)],
    [`${path}.voice.attributes`, "Voice attributes", has(persona.voice?.attributes)],
    [`${path}.tone`, "All four tones", TONE_AXES.every((axis) => has(persona.tone?.[axis]))],
    [`${path}.dos`, "Dos", has(persona.dos)],
    [`${path}.donts`, "Don’ts", has(persona.donts)],
    [`${path}.vocabulary`, "Vocabulary", has(persona.vocabulary)],
    [`${path}.contexts`, "Contexts", has(persona.contexts)],
    [`${path}.examples`, "Examples", has(persona.examples)],
  ];
}

const NEEDED_ROLES: readonly [ColorRole, string][] = [
  ["primary", "A primary colour"],
  ["secondary", "A secondary colour"],
  ["accent", "An accent colour"],
  ["neutral", "A neutral colour"],
  ["background", "A background colour"],
  ["text", "A text colour"],
];

const NEEDED_LOGOS: readonly [LogoVariant, string][] = [
  ["logo_positive", "Logo for light backgrounds"],
  ["logo_negative", "Logo for dark backgrounds"],
  ["symbol", "Symbol"],
  ["wordmark", "Wordmark"],
  ["favicon", "Favicon"],
];

export function measureCompleteness(document: BrandDocument) {
  const { colors, logos, assets } = document;
  const identity = identityOf(document);
  const ofRole = (role: ColorRole) => colors.palette.some((entry) => entry.role === role);
  const ofVariant = (variant: LogoVariant) => logos.items.some((item) => item.variant === variant);
  const sections = [
    section("brand", "Brand", brandChecks(identity)),
    section("personality", "Personality", personalityChecks(identity)),
    section("persona", "Persona and voice", personaChecks(identity)),
    section(
      "colors",
      "Palette",
      NEEDED_ROLES.map(([role, label]): Check => [`colors.palette.${role}`, label, ofRole(role)]),
    ),
    section("logos", "Logos", [
      ...NEEDED_LOGOS.map(([variant, label]): Check => [`logos.items.${variant}`, label, ofVariant(variant)]),
      ["logos.rules", "Logo rules", has(logos.rules)],
    ]),
    section("assets", "Assets", [["assets", "At least one asset", assets.length > 0]]),
  ];
  const sum = (count: (one: CompletenessSection) => number) => sections.reduce((total, one) => total + count(one), 0);
  return { done: sum(({ done }) => done), total: sum(({ total }) => total), sections };
}
