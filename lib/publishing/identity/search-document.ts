import { z } from "zod";
import { can } from "@/lib/access";
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
import { flattenGuidelines, identityFieldName } from "./flatten-document";
import { labelPieces } from "./identity-to-markdown";
import { getSnapshot } from "./list-versions";
import { flattenLocales, languageAt, valueAt } from "./locale-texts";
import { findDraft } from "./save-draft";

export interface BrandHit {
  /** As in a field change, with an index for entries without ids: `identity.brand.values.2`. */
  path: string;
  /** `Persona · Voice · Summary`, `Hull green`. */
  label: string;
  name: string;
  text: string;
  hex: string | null;
  lang: string | null;
}

interface Findable {
  path: string;
  label: string;
  names: readonly string[];
  texts: readonly string[];
  hex?: string;
}

const MAX_WORDS = 8;
const MIN_LETTERS = 2;
const SHOWN_LETTERS = 100;

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const WORD_BREAK = /[^\p{L}\p{N}]+/u;

function leavesOf(schema: z.core.$ZodType, path: readonly string[]): (readonly string[])[] {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodObject)) return [path];
  return Object.entries(inner.shape).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}

/** Includes empty fields, which can be found by name. */
const FIELDS = (["brand", "personality", "persona"] as const).flatMap((part) =>
  leavesOf(CompiledIdentity.shape[part], [part]),
);

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const textsAmong = (values: readonly unknown[]): string[] => values.filter((one) => typeof one === "string");

function* findablesOfIdentity(identity: BrandDocument["identity"]): Generator<Findable> {
  for (const keys of FIELDS) {
    const path = `identity.${keys.join(".")}`;
    const label = identityFieldName(keys);
    yield* findablesOfField(path, label, valueAt(identity, keys));
  }
  for (const { path, label, value } of flattenLocales(identity)) yield* findablesOfField(path, label, value);
}

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

function excerpt(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, " ").trim();
  const letters = Array.from(line);
  if (letters.length <= SHOWN_LETTERS) return line;
  const places = words.map((word) => plain(line).indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(Math.min(...places) - 30, letters.length - SHOWN_LETTERS));
  const end = start + SHOWN_LETTERS;
  return `${start > 0 ? "…" : ""}${letters.slice(start, end).join("").trim()}${end < letters.length ? "…" : ""}`;
}

/** 0 is best. Null if a word is missing. */
function rankOf({ names, texts }: Findable, words: readonly string[]): number | null {
  const named = names.map(plain);
  const all = [...named, ...texts.map(plain)];
  if (!words.every((word) => all.some((text) => text.includes(word)))) return null;
  if (!words.every((word) => named.some((name) => name.includes(word)))) return 2;
  const begun = named.flatMap((name) => name.split(WORD_BREAK));
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
 * Entries that contain all words of the query, ignoring case and accents. Matches in names come before matches in
 * texts.
 */
export function searchDocument(document: BrandDocument, query: string, limit: number): BrandHit[] {
  const words = plain(query).split(WORD_BREAK).filter(Boolean).slice(0, MAX_WORDS);
  if (words.join("").length < MIN_LETTERS) return [];
  const main = languageOf(document.identity) ?? null;
  const found = Array.from(findablesOf(document), (one) => ({ one, rank: rankOf(one, words) }));
  return found
    .flatMap(({ one, rank }) => (rank === null ? [] : [{ one, rank }]))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ one }) => hitOf(one, words, main));
}

const MAX_HITS = 8;

/**
 * Searches the acting user's draft, or the published version if they have none.
 * @throws as `requirePermission`
 */
export async function searchBrand(
  ctx: Ctx,
  { brandId, query }: { brandId: string; query: string },
): Promise<BrandHit[]> {
  const { role, brand } = await requirePermission(ctx, brandId, "read");
  const draft = can(role, "edit") ? await findDraft(ctx, { brandId }) : null;
  const document = draft?.document ?? (await getSnapshot(ctx, { brandId, version: brand.identityVersion }));
  return searchDocument(document, query, MAX_HITS);
}
