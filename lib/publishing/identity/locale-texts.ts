import { languageName } from "@/lib/content";
import { type CompiledIdentity, identityIn, type LocaleTexts, textsFor } from "@/lib/contract";
import { LOCALE_FIELDS, type LocaleField } from "./identity-parts";

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((found, key) => (isGroup(found) ? found[key] : undefined), value);

export const localeValue = (texts: CompiledIdentity | LocaleTexts | undefined, { path }: LocaleField): unknown =>
  valueAt(texts, path);

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
export function localizeIdentity(identity: CompiledIdentity, wanted: string | undefined): LocalizedIdentity {
  const texts = wanted && wanted.length <= MAX_TAG ? textsFor(identity, wanted) : undefined;
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
