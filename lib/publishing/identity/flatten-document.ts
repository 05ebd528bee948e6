import {
  type BrandDocument,
  type BrandSnapshot,
  GROUP_NAMES,
  IMAGERY_NAMES,
  languageName,
  ROLE_WORDS,
  type StoredDirection,
  styleName,
  tokensOf,
} from "@/lib/content";
import {
  type ChangedPart,
  CompiledIdentity,
  FONT_ROLES,
  FOUNDATION_GROUPS,
  IMAGERY_KINDS,
  TEXT_STYLES,
} from "@/lib/contract";
import { flattenLocales } from "./locale-texts";

const FIELD_NAMES = {
  direction: "Direction",
  style: "Style",
  grid_px: "Grid",
  stroke_px: "Line width",
  dos: "Do",
  donts: "Don’t",
} as const;

export function* flattenGuidelines({
  imagery,
  legal,
}: Pick<BrandDocument, "imagery" | "legal">): Generator<{ path: string; label: string; value: unknown }> {
  for (const kind of IMAGERY_KINDS) {
    const direction: StoredDirection = imagery?.[kind] ?? {};
    for (const field of Object.keys(FIELD_NAMES) as (keyof typeof FIELD_NAMES)[]) {
      const value = direction[field];
      const label = `${IMAGERY_NAMES[kind]} · ${FIELD_NAMES[field]}`;
      if (value !== undefined) yield { path: `imagery.${kind}.${field}`, label, value };
    }
  }
  if (legal?.trademark_lines)
    yield { path: "legal.trademark_lines", label: "Legal · Trademark lines", value: legal.trademark_lines };
  for (const [tag, value] of Object.entries(legal?.boilerplate ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
    yield { path: `legal.boilerplate.${tag}`, label: `Boilerplate · ${languageName(tag)}`, value };
}

/** A field, or a whole entry of a list with ids. */
interface Leaf {
  part: ChangedPart;
  /** `Persona · Voice · Summary`, `Colour · Alder green`. */
  label: string;
  value: unknown;
}

const NAMES: Readonly<Record<string, string>> = {
  "brand.typography.mono": "Monospace",
  "persona.dos": "Do",
  "persona.donts": "Don’t",
  "persona.vocabulary.prefer": "Say",
  "persona.vocabulary.banned": "Never say",
};

const words = (key: string) => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll("_", " ");

/** `Persona · Voice · Summary`. */
export const identityFieldName = (path: readonly string[]): string =>
  path.map((key, depth) => NAMES[path.slice(0, depth + 1).join(".")] ?? words(key)).join(" · ");

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function flattenIdentity(leaves: Map<string, Leaf>, path: string[], value: unknown): void {
  if (isGroup(value)) {
    for (const [key, entry] of Object.entries(value)) flattenIdentity(leaves, [...path, key], entry);
  } else if (value !== undefined) {
    leaves.set(`identity.${path.join(".")}`, { part: "identity", label: identityFieldName(path), value });
  }
}

const STATED = { scales: "Shades", print: "In print", dark: "In the dark set" } as const;

function flattenStated(leaves: Map<string, Leaf>, colors: BrandDocument["colors"]): void {
  const nameOf = (id: string) => colors.palette.find((entry) => entry.id === id)?.name ?? "a colour that is gone";
  for (const key of ["scales", "print", "dark"] as const)
    for (const [id, value] of Object.entries(colors[key] ?? {}))
      leaves.set(`colors.${key}.${id}`, { part: "colors", label: `${STATED[key]} · ${nameOf(id)}`, value });
  for (const gradient of colors.gradients ?? [])
    leaves.set(`colors.gradients.${gradient.id}`, {
      part: "colors",
      label: `Gradient · ${gradient.name}`,
      value: gradient,
    });
  for (const rule of colors.rules ?? [])
    leaves.set(`colors.rules.${rule.id}`, {
      part: "colors",
      label: `Colour rule · ${nameOf(rule.color)}`,
      value: rule,
    });
}

/**
 * Fields by path. Lists without ids are one field. Entries with ids are at `colors.palette.<id>`, `logos.items.<id>`
 * and `assets.<id>`.
 */
export function flattenDocument(document: BrandDocument | BrandSnapshot): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  if ("brand" in document) {
    leaves.set("brand.name", { part: "brand", label: "Name", value: document.brand.name });
    leaves.set("brand.slug", { part: "brand", label: "Slug", value: document.brand.slug });
  }
  // The database doesn't keep the order of keys. The schema restores the contract's.
  const { data = document.identity } = CompiledIdentity.safeParse(document.identity);
  const { schema: _, locales: __, ...identity } = data;
  flattenIdentity(leaves, [], identity);
  for (const { path, label, value } of flattenLocales(data)) leaves.set(path, { part: "identity", label, value });

  const { source, seed, palette } = document.colors;
  leaves.set("colors.source", { part: "colors", label: "Palette source", value: source });
  if (seed) leaves.set("colors.seed", { part: "colors", label: "Palette seed", value: seed });
  for (const entry of palette) {
    leaves.set(`colors.palette.${entry.id}`, { part: "colors", label: `Colour · ${entry.name}`, value: entry });
  }
  flattenStated(leaves, document.colors);
  for (const item of document.logos.items) {
    const { rule, ...value } = item;
    leaves.set(`logos.items.${item.id}`, { part: "logos", label: `Logo · ${item.label}`, value });
    if (rule) leaves.set(`logos.checks.${item.id}`, { part: "logos", label: `Logo rule · ${item.label}`, value: rule });
  }
  leaves.set("logos.rules", { part: "logos", label: "Logo rules", value: document.logos.rules });
  for (const asset of document.assets) {
    leaves.set(`assets.${asset.id}`, { part: "assets", label: `Asset · ${asset.name}`, value: asset });
  }
  // Tools find typography in the identity, and the webhook's list of parts is closed.
  for (const font of document.typography?.fonts ?? []) {
    leaves.set(`typography.fonts.${font.id}`, { part: "identity", label: `Typeface · ${font.family}`, value: font });
  }
  for (const role of FONT_ROLES) {
    const value = document.typography?.roles[role];
    if (value)
      leaves.set(`typography.roles.${role}`, { part: "identity", label: `Typeface · For ${ROLE_WORDS[role]}`, value });
  }
  for (const style of TEXT_STYLES) {
    const value = document.typography?.styles[style];
    if (value)
      leaves.set(`typography.styles.${style}`, { part: "identity", label: `Text style · ${styleName(style)}`, value });
  }
  for (const group of FOUNDATION_GROUPS) {
    for (const [name, value] of tokensOf(document.foundations, group))
      leaves.set(`foundations.${group}.${name}`, { part: "identity", label: `${GROUP_NAMES[group]} · ${name}`, value });
  }
  for (const { path, label, value } of flattenGuidelines(document))
    leaves.set(path, { part: "identity", label, value });
  return leaves;
}

export function documentOf({ identity, colors, logos, assets, ...stated }: BrandDocument): BrandDocument {
  const { typography, foundations, imagery, legal } = stated;
  return {
    identity,
    colors,
    logos,
    assets,
    ...(typography && { typography }),
    ...(foundations && { foundations }),
    ...(imagery && { imagery }),
    ...(legal && { legal }),
  };
}

export const orderedIds = (document: BrandDocument): Record<"colors.palette" | "logos.items" | "assets", string[]> => ({
  "colors.palette": document.colors.palette.map((entry) => entry.id),
  "logos.items": document.logos.items.map((item) => item.id),
  assets: document.assets.map((asset) => asset.id),
});
