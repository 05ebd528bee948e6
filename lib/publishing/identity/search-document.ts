import { z } from "zod";
import { may } from "@/lib/access";
import { requirePermission } from "@/lib/access/server";
import {
  type BrandDocument,
  GROUP_NAMES,
  gradientText,
  languageOf,
  logoRuleText,
  printText,
  ruleText,
  styleName,
  tokensOf,
} from "@/lib/content";
import { CompiledIdentity, FOUNDATION_GROUPS, TEXT_STYLES } from "@/lib/contract";
import type { Ctx } from "../context";
import { findDraft } from "./drafts";
import { flattenGuidelines, identityFieldName } from "./flatten-document";
import { labelPieces } from "./label-pieces";
import { flattenLocales, languageAt } from "./locale-texts";
import { getSnapshot } from "./snapshots";

/** One thing of a brand's document that was looked for. */
export interface BrandHit {
  /** Where it stands in the document, as in a field change; an entry of several fields by its place: `identity.brand.values.2`. */
  path: string;
  /** For people: `Persona · Voice · Summary`, `Hull green`. */
  label: string;
  /** What people called it, at the end of the label; empty where the hub names it. */
  name: string;
  /** What was found there, shortened around it; empty where the label alone says it. */
  text: string;
  hex: string | null;
  /** The language of what the brand says there, as far as it is known. */
  lang: string | null;
}

/** Something to be found: by its names first, then by its texts. */
interface Findable {
  path: string;
  label: string;
  names: readonly string[];
  texts: readonly string[];
  hex?: string;
}

const MAX_WORDS = 8;
/** A single letter would find everything. */
const LEAST_LETTERS = 2;
const SHOWN_LETTERS = 100;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Words end at whatever is no letter or digit. */
const BETWEEN = /[^\p{L}\p{N}]+/u;

function leavesOf(schema: z.core.$ZodType, path: readonly string[]): (readonly string[])[] {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodObject)) return [path];
  return Object.entries(inner.shape).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}

/** Every field that an identity can have, in the order of the contract: one is found by its name before anything stands in it. */
const FIELDS = (["brand", "personality", "persona"] as const).flatMap((part) =>
  leavesOf(CompiledIdentity.shape[part], [part]),
);

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((found, key) => (isGroup(found) ? found[key] : undefined), value);

const textsAmong = (values: readonly unknown[]): string[] => values.filter((one) => typeof one === "string");

function* findablesOfIdentity(identity: BrandDocument["identity"]): Generator<Findable> {
  for (const keys of FIELDS) {
    const path = `identity.${keys.join(".")}`;
    const label = identityFieldName(keys);
    yield* findablesOfField(path, label, valueAt(identity, keys));
  }
  for (const { path, label, value } of flattenLocales(identity)) yield* findablesOfField(path, label, value);
}

/** A field, and each entry of it that has several texts. */
function* findablesOfField(path: string, label: string, value: unknown): Generator<Findable> {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  yield { path, label, names: [label], texts: textsAmong(values) };
  for (const [place, entry] of values.entries()) {
    if (isGroup(entry)) yield { path: `${path}.${place}`, label, names: [], texts: textsAmong(Object.values(entry)) };
  }
}

function* findablesOfColors({ palette, gradients = [], rules = [] }: BrandDocument["colors"]): Generator<Findable> {
  const nameOf = (id: string) => palette.find((entry) => entry.id === id)?.name ?? "";
  for (const gradient of gradients) {
    const { id, name } = gradient;
    const texts = [gradientText(gradient, nameOf)];
    yield { path: `colors.gradients.${id}`, label: `Gradient · ${name}`, names: [name, "gradient"], texts };
  }
  for (const rule of rules) {
    const label = `Colour rule · ${nameOf(rule.color)}`;
    yield { path: `colors.rules.${rule.id}`, label, names: ["colour rule"], texts: [ruleText(rule, nameOf)] };
  }
}

function* findablesOfLogos({ logos, colors }: Pick<BrandDocument, "logos" | "colors">): Generator<Findable> {
  const nameOf = (id: string) => colors.palette.find((entry) => entry.id === id)?.name ?? "";
  for (const { id, label, variant, usage, clear_space, rule } of logos.items) {
    const texts = [usage, clear_space];
    yield { path: `logos.items.${id}`, label: `Logo · ${label}`, names: [label, `logo ${variant}`], texts };
    if (rule) {
      const said = [logoRuleText(rule, nameOf)];
      yield { path: `logos.checks.${id}`, label: `Logo rule · ${label}`, names: ["logo rule"], texts: said };
    }
  }
  yield { path: "logos.rules", label: "Logo rules", names: ["Logo rules"], texts: logos.rules };
}

function* findablesOf({
  identity,
  colors,
  logos,
  assets,
  typography,
  foundations,
  imagery,
  legal,
}: BrandDocument): Generator<Findable> {
  for (const { id, name, hex, role, usage } of colors.palette) {
    const print = colors.print?.[id];
    const texts = [usage, ...(print ? [printText(print)] : [])];
    yield { path: `colors.palette.${id}`, label: name, names: [name, hex, role], texts, hex };
  }
  yield* findablesOfColors(colors);
  yield* findablesOfIdentity(identity);
  yield* findablesOfLogos({ logos, colors });
  for (const { id, family, fallbacks, license } of typography?.fonts ?? []) {
    const texts = [license.holder, ...fallbacks];
    yield { path: `typography.fonts.${id}`, label: `Typeface · ${family}`, names: [family, "typeface font"], texts };
  }
  for (const style of typography ? TEXT_STYLES : []) {
    const label = `Text style · ${styleName(style)}`;
    yield { path: `typography.styles.${style}`, label, names: [label], texts: [] };
  }
  for (const group of FOUNDATION_GROUPS) {
    for (const [name] of tokensOf(foundations, group)) {
      const label = `${GROUP_NAMES[group]} · ${name}`;
      yield { path: `foundations.${group}.${name}`, label, names: [label], texts: [] };
    }
  }
  for (const { path, label, value } of flattenGuidelines({ imagery, legal })) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    const texts = values.flatMap((one) => textsAmong(isGroup(one) ? Object.values(one) : [one]));
    yield { path, label, names: [label], texts };
  }
  for (const { id, name, kind, collection = "", tags = [] } of assets) {
    const texts = [collection, ...tags];
    yield { path: `assets.${id}`, label: `Asset · ${name}`, names: [name, `asset ${kind}`], texts };
  }
}

/** A text in one line, shortened around the first of the words that stands in it. */
function excerpt(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, " ").trim();
  const letters = Array.from(line);
  if (letters.length <= SHOWN_LETTERS) return line;
  const places = words.map((word) => plain(line).indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(Math.min(...places) - 30, letters.length - SHOWN_LETTERS));
  const end = start + SHOWN_LETTERS;
  return `${start > 0 ? "…" : ""}${letters.slice(start, end).join("").trim()}${end < letters.length ? "…" : ""}`;
}

/** How well it is found, 0 best; null where a word is missing. */
function rankOf({ names, texts }: Findable, words: readonly string[]): number | null {
  const named = names.map(plain);
  const all = [...named, ...texts.map(plain)];
  if (!words.every((word) => all.some((text) => text.includes(word)))) return null;
  if (!words.every((word) => named.some((name) => name.includes(word)))) return 2;
  const begun = named.flatMap((name) => name.split(BETWEEN));
  return words.every((word) => begun.some((part) => part.startsWith(word))) ? 0 : 1;
}

function hitOf({ path, label, texts, hex }: Findable, words: readonly string[], main: string | null): BrandHit {
  const said = texts.find((text) => words.some((word) => plain(text).includes(word)));
  const text = said ?? texts.find((one) => one.trim() !== "") ?? "";
  return {
    path,
    label,
    name: labelPieces({ path, label }).name,
    text: excerpt(text, words),
    hex: hex ?? null,
    lang: languageAt(path) ?? main,
  };
}

/**
 * What in a document has all the typed words, wherever in a text they stand and whatever case and accents: colours by name, hex and print values, gradients, texts,
 * fields by their names, logos, typefaces, text styles, assets, rules. What is called so stands before what says so; at most `limit`.
 */
export function searchDocument(document: BrandDocument, query: string, limit: number): BrandHit[] {
  const words = plain(query).split(BETWEEN).filter(Boolean).slice(0, MAX_WORDS);
  if (words.join("").length < LEAST_LETTERS) return [];
  const main = languageOf(document.identity) ?? null;
  const found = Array.from(findablesOf(document), (one) => ({ one, rank: rankOf(one, words) }));
  return found
    .flatMap(({ one, rank }) => (rank === null ? [] : [{ one, rank }]))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ one }) => hitOf(one, words, main));
}

const MOST_HITS = 8;

/**
 * Finds things of a brand by what they are called and say: in the acting user's draft where they have one, which is what its pages
 * show them, else in what is published. @throws as `requirePermission`
 */
export async function searchBrand(
  ctx: Ctx,
  { brandId, query }: { brandId: string; query: string },
): Promise<BrandHit[]> {
  const { role, brand } = await requirePermission(ctx, brandId, "read");
  const draft = may(role, "edit") ? await findDraft(ctx, { brandId }) : null;
  const document = draft?.document ?? (await getSnapshot(ctx, { brandId, version: brand.identityVersion }));
  return searchDocument(document, query, MOST_HITS);
}
