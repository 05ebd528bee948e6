import {
  type BrandDocument,
  type StoredFont,
  type StoredFoundations,
  type StoredTypography,
  tidyAsset,
  tidyColors,
  tidyRule,
  withAssets,
} from "@/lib/content";

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Trims texts and drops empty values, so that cleared and untouched fields are equal. */
function tidy<Value>(value: Value): Value | undefined {
  return tidied(value) as Value | undefined;
}

function tidied(value: unknown): unknown {
  if (typeof value === "string") return value.trim() || undefined;
  if (Array.isArray(value)) {
    const entries = value.map(tidied).filter((entry) => entry !== undefined);
    return entries.length > 0 ? entries : undefined;
  }
  if (isGroup(value)) {
    const entries = Object.entries(value)
      .map(([key, entry]) => [key, tidied(entry)] as const)
      .filter(([, entry]) => entry !== undefined);
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  }
  return value ?? undefined;
}

const tidyTexts = (texts: readonly string[]) => [...new Set(texts.map((text) => text.trim()).filter(Boolean))];

const tidyFont = ({ license, ...font }: StoredFont): StoredFont => ({
  ...font,
  family: font.family.trim(),
  fallbacks: tidyTexts(font.fallbacks),
  license: { ...license, holder: license.holder.trim(), uses: tidyTexts(license.uses), url: license.url.trim() },
});

/** Drops roles of removed typefaces, which a merge can leave. */
function tidyTypography(typography: StoredTypography | undefined): StoredTypography | undefined {
  if (!typography) return undefined;
  const fonts = typography.fonts.map(tidyFont).sort((a, b) => (a.id < b.id ? -1 : 1));
  const known = new Set(fonts.map(({ id }) => id));
  const roles = Object.fromEntries(Object.entries(typography.roles).filter(([, id]) => known.has(id)));
  const isEmpty = fonts.length === 0 && Object.keys(typography.styles).length === 0;
  return isEmpty ? undefined : { ...typography, fonts, roles };
}

function tidyFoundations(foundations: StoredFoundations | undefined): StoredFoundations | undefined {
  const groups = Object.entries(foundations ?? {}).filter(([, tokens]) => tokens && Object.keys(tokens).length > 0);
  return groups.length > 0 ? Object.fromEntries(groups) : undefined;
}

/** The form that is published, compared and merged. Checks no limits and never throws. */
export function tidyDocument(given: BrandDocument): BrandDocument {
  const { typography: stated, foundations: scales, imagery: pictures, legal: said, ...draft } = given;
  const images = draft.assets.filter(({ file }) => file.mime.startsWith("image/"));
  const imagery = pictures && tidy(withAssets(pictures, new Set(images.map(({ id }) => id))));
  const legal = tidy(said);
  const colorIds = new Set(draft.colors.palette.map(({ id }) => id));
  const foundations = tidyFoundations(scales);
  const typography = tidyTypography(stated);
  const { brand, personality, persona, locales } = (tidy(draft.identity) ?? {}) as Partial<BrandDocument["identity"]>;
  return {
    ...draft,
    colors: tidyColors(draft.colors),
    identity: {
      schema: 1,
      brand: brand ?? {},
      personality: personality ?? {},
      persona: persona ?? {},
      ...(locales && { locales }),
    },
    logos: {
      items: draft.logos.items.map((item) => tidyRule(item, colorIds)),
      rules: draft.logos.rules.map((rule) => rule.trim()).filter(Boolean),
    },
    assets: draft.assets.map(tidyAsset),
    ...(typography && { typography }),
    ...(foundations && { foundations }),
    ...(imagery !== undefined && { imagery }),
    ...(legal !== undefined && { legal }),
  };
}
