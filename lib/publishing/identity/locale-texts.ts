import { languageName } from "@/lib/content";
import { type CompiledIdentity, identityIn, type LocaleTexts, textsFor } from "@/lib/contract";

export interface LocaleField {
  path: readonly ["brand" | "personality" | "persona", ...string[]];
  label: string;
  /** `list` holds sentences, `words` single words, `entries` objects with several texts. */
  kind: "line" | "text" | "list" | "words" | "entries";
}

export const LOCALE_FIELDS: readonly LocaleField[] = [
  { path: ["brand", "tagline"], label: "Tagline", kind: "line" },
  { path: ["brand", "description"], label: "Description", kind: "text" },
  { path: ["brand", "industry"], label: "Industry", kind: "line" },
  { path: ["brand", "mission"], label: "Mission", kind: "text" },
  { path: ["brand", "vision"], label: "Vision", kind: "text" },
  { path: ["brand", "value_proposition"], label: "Value proposition", kind: "text" },
  { path: ["brand", "promise"], label: "Promise", kind: "text" },
  { path: ["brand", "audiences"], label: "Audiences", kind: "entries" },
  { path: ["brand", "offerings"], label: "Offerings", kind: "entries" },
  { path: ["brand", "values"], label: "Values", kind: "entries" },
  { path: ["brand", "differentiators"], label: "Differentiators", kind: "list" },
  { path: ["brand", "tags"], label: "Tags", kind: "words" },
  { path: ["personality", "traits"], label: "Traits", kind: "entries" },
  { path: ["persona", "name"], label: "Persona’s name", kind: "line" },
  { path: ["persona", "summary"], label: "Persona’s summary", kind: "text" },
  { path: ["persona", "voice", "summary"], label: "Voice in a sentence", kind: "text" },
  { path: ["persona", "voice", "attributes"], label: "Voice: what it is", kind: "words" },
  { path: ["persona", "voice", "avoid"], label: "Voice: what it avoids", kind: "words" },
  { path: ["persona", "dos"], label: "Rules: do", kind: "list" },
  { path: ["persona", "donts"], label: "Rules: don’t", kind: "list" },
  { path: ["persona", "vocabulary", "prefer"], label: "Words to say", kind: "entries" },
  { path: ["persona", "vocabulary", "banned"], label: "Words never to say", kind: "words" },
  { path: ["persona", "contexts"], label: "Contexts", kind: "entries" },
  { path: ["persona", "examples"], label: "Examples", kind: "entries" },
];

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export const localeValue = (texts: CompiledIdentity | LocaleTexts | undefined, { path }: LocaleField): unknown =>
  path.reduce<unknown>((value, key) => (isGroup(value) ? value[key] : undefined), texts);

const says = (value: unknown): boolean =>
  typeof value === "string" ? value.trim() !== "" : isGroup(value) && Object.values(value).some(says);

export const isStated = (texts: CompiledIdentity | LocaleTexts | undefined, field: LocaleField): boolean =>
  says(localeValue(texts, field));

export const onlyTexts = ({ brand = {}, personality = {}, persona = {} }: LocaleTexts): CompiledIdentity => ({
  schema: 1,
  brand,
  personality,
  persona,
});

export const localesOf = ({ locales }: CompiledIdentity): [tag: string, texts: LocaleTexts][] =>
  Object.entries(locales ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));

/** Readers get the main text for these. */
export const missingTexts = (identity: CompiledIdentity, tag: string): LocaleField[] =>
  LOCALE_FIELDS.filter((field) => isStated(identity, field) && !isStated(identity.locales?.[tag], field));

/** Language tags are shorter, but a URL can name anything. */
const MAX_TAG = 64;

export interface LocalizedIdentity {
  identity: CompiledIdentity;
  /** Null for the main texts. */
  tag: string | null;
  /** Undefined if the text at this path is in the main language. */
  langOf: (path: string) => string | undefined;
}

/** The best match for a language tag, by its wider language if needed. Missing texts stay in the main language. */
export function localizeIdentity(identity: CompiledIdentity, asked: string | undefined): LocalizedIdentity {
  const texts = asked && asked.length <= MAX_TAG ? textsFor(identity, asked) : undefined;
  const tag = localesOf(identity).find(([, stated]) => stated === texts)?.[0] ?? null;
  if (!tag) return { identity, tag: null, langOf: () => undefined };
  const own = new Set(LOCALE_FIELDS.filter((field) => isStated(texts, field)).map(({ path }) => path.join(".")));
  return { identity: identityIn(identity, tag), tag, langOf: (path) => (own.has(path) ? tag : undefined) };
}

const OWN_LANGUAGE = /^(?:identity\.locales|legal\.boilerplate)\.([^.]+)/;

/** `de` for `identity.locales.de.brand.values`. */
export const languageAt = (path: string): string | undefined => OWN_LANGUAGE.exec(path)?.[1];

export function* flattenLocales(
  identity: CompiledIdentity,
): Generator<{ path: string; label: string; value: unknown }> {
  for (const [tag, texts] of localesOf(identity)) {
    for (const field of LOCALE_FIELDS) {
      const value = localeValue(texts, field);
      const path = `identity.locales.${tag}.${field.path.join(".")}`;
      if (value !== undefined) yield { path, label: `${languageName(tag)} · ${field.label}`, value };
    }
  }
}
