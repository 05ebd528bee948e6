import {
  type BrandSnapshot,
  fontFor,
  HUB_EXTENSION,
  identityOf,
  type LogoEntry,
  languageOf,
  logoRuleText,
} from "@/lib/content";
import { COLOR_ROLES, FONT_ROLES, IDENTITY_LIMITS } from "@/lib/contract";
import { json, type TokenSet, tokenSetOf } from "./design-tokens";

const underscored = (name: string) => name.replaceAll("-", "_");

/** Without empty texts, lists and objects. */
function stated<Fields extends object>(fields: Fields): Partial<Fields> | undefined {
  const isStated = (value: unknown) =>
    typeof value === "object" && value !== null ? Object.keys(value).length > 0 : value !== undefined && value !== "";
  const entries = Object.entries(fields).filter(([, value]) => isStated(value));
  return entries.length > 0 ? (Object.fromEntries(entries) as Partial<Fields>) : undefined;
}

function webAddress(website = ""): URL | null {
  const url = URL.canParse(website) ? new URL(website) : null;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : null;
}

const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** Hexes by role, which consumers look for, then by name. */
function colorsOf({ colors }: TokenSet) {
  const own = colors.filter(({ step }) => !step);
  const byKey: Record<string, string | string[]> = {};
  for (const role of COLOR_ROLES) {
    const [first, ...more] = own.filter(({ entry }) => entry.role === role).map(({ hex }) => hex);
    if (first) byKey[role] = more.length > 0 ? [first, ...more] : first;
  }
  const keys = new Map<string, string>();
  for (const { name, hex, entry } of own) {
    let key = underscored(name);
    while (Object.hasOwn(byKey, key) && byKey[key] !== hex) key += "_color";
    byKey[key] = hex;
    keys.set(entry.id, key);
  }
  return { byKey, keys, palette: own.map(({ entry }) => entry) };
}

const VARIANTS: Readonly<Record<LogoEntry["variant"], string>> = {
  logo_positive: "primary",
  logo_negative: "primary",
  symbol: "icon",
  favicon: "icon",
  wordmark: "wordmark",
  other: "secondary",
};
const BACKGROUNDS = { light: "light-bg", dark: "dark-bg", any: "transparent-bg" } as const;

/** Sides that differ by less than a fifth look square. */
function orientationOf({ width, height }: LogoEntry["file"]): string | undefined {
  if (!width || !height) return undefined;
  const ratio = width / height;
  return ratio > 1.25 ? "horizontal" : ratio < 0.8 ? "vertical" : "square";
}

const logoOf = ({ id, variant, usage, background, file }: LogoEntry, baseUrl: string) =>
  stated({
    id,
    url: `${baseUrl}/files/${file.sha256}`,
    orientation: orientationOf(file),
    background: BACKGROUNDS[background],
    variant: VARIANTS[variant],
    tags: [variant],
    usage,
    width: file.width ?? undefined,
    height: file.height ?? undefined,
  });

type ColorRef = { kind: "name"; name: string };

function logoRule(logo: LogoEntry, refs: (ids: readonly string[]) => ColorRef[], nameOf: (id: string) => string) {
  const { id, min_width_px, clear_space, rule = {} } = logo;
  const { px = min_width_px, mm } = rule.minimum_size ?? {};
  const width = px ? `${px}px` : mm && `${mm}mm`;
  const rules = stated({
    minimum_size: width ? { width } : {},
    clear_space,
    allowed_backgrounds: refs(rule.allowed_backgrounds?.colors ?? []),
    description: logoRuleText(rule, nameOf),
  });
  return rules ? [{ logo_id: id, ...rules }] : [];
}

function fontsOf({ identity, typography }: BrandSnapshot) {
  const names = identityOf({ identity, typography }).brand.typography;
  const keys = { heading: "primary", body: "secondary", mono: "mono" };
  return Object.fromEntries(
    FONT_ROLES.map((role) => {
      const font = typography && fontFor(typography, role);
      const features = font?.opentype_features.filter((tag) => /^[a-z0-9]{4}$/.test(tag));
      const fallbacks = font?.fallbacks.filter((family) => family.length <= 100);
      return [
        keys[role],
        font ? { family: font.family, ...stated({ fallbacks, opentype_features: features }) } : names?.[role],
      ];
    }).filter(([, font]) => font),
  );
}

/** The main text, and the translations if there are some. */
function taglineOf({ brand, locales = {} }: BrandSnapshot["identity"], language: string) {
  const { tagline } = brand;
  const others = Object.entries(locales).flatMap(([tag, texts]) =>
    texts.brand?.tagline ? [[tag, texts.brand.tagline]] : [],
  );
  if (!tagline || others.length === 0) return tagline;
  const localized = [[language, tagline], ...others.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1))];
  return localized.map(([tag = "", text]) => ({ [underscored(tag)]: text }));
}

/** A portfolio with this one brand (AdCP 3.1, experimental). Without the public page its logos need a credential. */
export function asBrandJson(snapshot: BrandSnapshot, { baseUrl }: { baseUrl: string }): string {
  const { brand, identity, colors, logos, legal } = snapshot;
  const { byKey, keys, palette } = colorsOf(tokenSetOf(snapshot));
  const refs = (ids: readonly string[]) =>
    ids.flatMap((id): ColorRef[] => (keys.has(id) ? [{ kind: "name", name: keys.get(id) ?? "" }] : []));
  const nameOf = (id: string) => palette.find((entry) => entry.id === id)?.name ?? "a removed colour";
  const url = webAddress(identity.brand.website);
  const domain = [url?.hostname, new URL(baseUrl).hostname].find((host) => host && DOMAIN.test(host)) ?? "localhost";
  const language = languageOf(identity) ?? "und";
  const [audience] = identity.brand.audiences ?? [];
  const { voice, dos, donts } = identity.persona;
  const boilerplate = Object.entries(legal?.boilerplate ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return json({
    $schema: "https://adcontextprotocol.org/schemas/3.1.13/brand.json",
    version: "1.0",
    house: { domain, name: brand.name },
    brands: [
      stated({
        id: underscored(brand.slug),
        url: url?.href,
        names: [{ [underscored(language)]: brand.name }],
        keller_type: "master",
        description: identity.brand.description,
        industries: identity.brand.industry ? [identity.brand.industry] : [],
        target_audience: [audience?.segment, audience?.description]
          .filter(Boolean)
          .join(": ")
          .slice(0, IDENTITY_LIMITS.stringLength),
        logos: logos.items.map((logo) => logoOf(logo, baseUrl)),
        colors: byKey,
        fonts: fontsOf(snapshot),
        tone: stated({ voice: voice?.summary, attributes: voice?.attributes, dos, donts }),
        tagline: taglineOf(identity, language),
        disclaimers: [
          ...(legal?.trademark_lines ?? []).map((text) => ({ text, context: "trademark" })),
          ...boilerplate.map(([tag, text]) => ({ text, context: `boilerplate ${tag}`, required: false })),
        ],
        visual_guidelines: stated({
          color_constraints: (colors.rules ?? []).map(({ color, reason, severity, ...rule }) => ({
            color: refs([color])[0],
            ...stated({
              allowed_on: refs(rule.allowed_on),
              forbidden_on: refs(rule.forbidden_on),
              never_pair_with: refs(rule.never_pair_with),
              severity,
              description: reason,
            }),
          })),
          logo_usage_rules: logos.items.flatMap((logo) => logoRule(logo, refs, nameOf)),
          restrictions: logos.rules,
        }),
        ext: {
          [HUB_EXTENSION]: {
            palette: palette.map(({ id, name, role, usage }) => ({
              key: keys.get(id),
              ...stated({ name, role, usage }),
            })),
          },
        },
      }),
    ],
  });
}
