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

/** `Value proposition` for `value_proposition`. */
export const words = (key: string): string => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll("_", " ");

/** `Persona · Voice · Summary`. */
export const identityFieldName = (path: readonly string[]): string =>
  path.map((key, depth) => NAMES[path.slice(0, depth + 1).join(".")] ?? words(key)).join(" · ");

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Sets nothing for an undefined value. */
type SetLeaf = (part: ChangedPart, path: string, label: string, value: unknown) => void;

function flattenIdentity(set: SetLeaf, path: string[], value: unknown): void {
  if (isGroup(value)) for (const [key, entry] of Object.entries(value)) flattenIdentity(set, [...path, key], entry);
  else set("identity", `identity.${path.join(".")}`, identityFieldName(path), value);
}

const STATED = { scales: "Shades", print: "In print", dark: "In the dark set" } as const;

function flattenStated(
  set: SetLeaf,
  { palette, gradients = [], rules = [], ...colors }: BrandDocument["colors"],
): void {
  const nameOf = (id: string) => palette.find((entry) => entry.id === id)?.name ?? "a colour that is gone";
  for (const key of ["scales", "print", "dark"] as const)
    for (const [id, value] of Object.entries(colors[key] ?? {}))
      set("colors", `colors.${key}.${id}`, `${STATED[key]} · ${nameOf(id)}`, value);
  for (const gradient of gradients)
    set("colors", `colors.gradients.${gradient.id}`, `Gradient · ${gradient.name}`, gradient);
  for (const rule of rules) set("colors", `colors.rules.${rule.id}`, `Colour rule · ${nameOf(rule.color)}`, rule);
}

/** Tools find these in the identity, and the webhook's list of parts is closed. */
function flattenFoundations(set: SetLeaf, { typography, foundations }: BrandDocument): void {
  for (const font of typography?.fonts ?? [])
    set("identity", `typography.fonts.${font.id}`, `Typeface · ${font.family}`, font);
  for (const role of FONT_ROLES)
    set("identity", `typography.roles.${role}`, `Typeface · For ${ROLE_WORDS[role]}`, typography?.roles[role]);
  for (const style of TEXT_STYLES)
    set("identity", `typography.styles.${style}`, `Text style · ${styleName(style)}`, typography?.styles[style]);
  for (const group of FOUNDATION_GROUPS)
    for (const [name, value] of tokensOf(foundations, group))
      set("identity", `foundations.${group}.${name}`, `${GROUP_NAMES[group]} · ${name}`, value);
}

/**
 * Fields by path. Lists without ids are one field. Entries with ids are at `colors.palette.<id>`, `logos.items.<id>`
 * and `assets.<id>`.
 */
export function flattenDocument(document: BrandDocument | BrandSnapshot): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const set: SetLeaf = (part, path, label, value) => {
    if (value !== undefined) leaves.set(path, { part, label, value });
  };
  if ("brand" in document) {
    set("brand", "brand.name", "Name", document.brand.name);
    set("brand", "brand.slug", "Slug", document.brand.slug);
  }
  // The database doesn't keep the order of keys. The schema restores the contract's.
  const { data = document.identity } = CompiledIdentity.safeParse(document.identity);
  const { schema: _, locales: __, ...identity } = data;
  flattenIdentity(set, [], identity);
  for (const { path, label, value } of flattenLocales(data)) set("identity", path, label, value);

  const { source, seed, palette } = document.colors;
  set("colors", "colors.source", "Palette source", source);
  set("colors", "colors.seed", "Palette seed", seed ?? undefined);
  for (const entry of palette) set("colors", `colors.palette.${entry.id}`, `Colour · ${entry.name}`, entry);
  flattenStated(set, document.colors);
  for (const { rule, ...item } of document.logos.items) {
    set("logos", `logos.items.${item.id}`, `Logo · ${item.label}`, item);
    set("logos", `logos.checks.${item.id}`, `Logo rule · ${item.label}`, rule);
  }
  set("logos", "logos.rules", "Logo rules", document.logos.rules);
  for (const asset of document.assets) set("assets", `assets.${asset.id}`, `Asset · ${asset.name}`, asset);
  flattenFoundations(set, document);
  for (const { path, label, value } of flattenGuidelines(document)) set("identity", path, label, value);
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
