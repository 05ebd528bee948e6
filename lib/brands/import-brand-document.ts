import type { z } from "zod";
import {
  DOCUMENT_LIMITS,
  describeColor,
  emptyDocument,
  type PaletteEntry,
  PaletteSeed,
  parseHex,
  StoredImagery,
  StoredLegal,
  withAssets,
} from "@/lib/content";
import { BrandData, COLOR_ROLES, type ColorRole, CompiledIdentity, Persona, Personality } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { counted } from "@/lib/platform/text";
import { importStated, importTypography } from "./import-styles";
import { importFoundations } from "./import-token-foundations";
import { type ImportedBrand, isRecord, shorten, textOf, unreadable } from "./imported-brand";
import { roleOfName } from "./read-token-color";

const MAX_ROUNDS = 100;

/**
 * Replaces the value at a path, or removes it for `undefined`. In place: copying per fault would take quadratic
 * time.
 */
function changeAt(holder: unknown, path: readonly PropertyKey[], change: (old: unknown) => unknown): void {
  const [head, ...rest] = path;
  const within = Array.isArray(holder) || isRecord(holder) ? (holder as Record<PropertyKey, unknown>) : null;
  if (!within || head === undefined || !Object.hasOwn(within, head)) return;
  if (rest.length > 0) {
    changeAt(within[head], rest, change);
    return;
  }
  const kept = change(within[head]);
  if (kept !== undefined) within[head] = kept;
  else if (Array.isArray(holder)) holder.splice(Number(head), 1);
  else delete within[head];
}

function repair(issue: z.core.$ZodIssue): { change: (old: unknown) => unknown; sentence: string } {
  if (issue.code === "too_big" && (issue.origin === "array" || issue.origin === "string")) {
    const max = Number(issue.maximum);
    const unit = issue.origin === "array" ? "entries" : "characters";
    return {
      change: (old) => (Array.isArray(old) || typeof old === "string" ? old.slice(0, max) : undefined),
      sentence: `all after the first ${max.toLocaleString("en")} ${unit}.`,
    };
  }
  return { change: () => undefined, sentence: `${issue.message}.` };
}

function leafPaths(value: unknown, path: string): string[] {
  if (!isRecord(value)) return [path];
  return Object.entries(value).flatMap(([key, child]) => leafPaths(child, path ? `${path}.${key}` : key));
}

/**
 * The valid part of a value. Cuts what is too long and removes what is invalid or unknown. `left` names each path
 * with the reason. Null if nothing remains.
 */
function keepValid<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): { value: z.output<Schema> | null; left: string[] } {
  const left: string[] = [];
  const rest = structuredClone(input);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const parsed = schema.safeParse(rest);
    if (parsed.success) {
      const known = new Set(leafPaths(parsed.data, ""));
      const unknown = leafPaths(rest, "").filter((path) => !known.has(path));
      return { value: parsed.data, left: [...left, ...unknown.map((path) => `${path}: unknown field.`)] };
    }
    const [issue] = parsed.error.issues;
    if (!issue || issue.path.length === 0) break;
    const { change, sentence } = repair(issue);
    left.push(`${issue.path.join(".")}: ${sentence}`);
    changeAt(rest, issue.path, change);
  }
  return { value: null, left };
}

/** `keepValid` for a part of the document at `path`. Undefined if nothing remains. */
function keepPart<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  path: string,
  left: string[],
): z.output<Schema> | undefined {
  if (input === undefined) return undefined;
  const { value, left: refused } = keepValid(schema, input);
  left.push(...refused.map((sentence) => `${path}.${sentence}`));
  return Object.keys(value ?? {}).length > 0 ? (value ?? undefined) : undefined;
}

/** A bundle only names its assets, so examples keep only their words. */
function importGuidelines(
  root: Record<string, unknown>,
  { taken, left }: { taken: string[]; left: string[] },
): { imagery?: StoredImagery; legal?: StoredLegal } {
  const imagery = keepPart(StoredImagery, root.imagery, "imagery", left);
  const legal = keepPart(StoredLegal, root.legal, "legal", left);
  if (imagery) taken.push("Imagery directions, with examples as text only.");
  if (legal) taken.push("Legal texts.");
  return { ...(imagery && { imagery: withAssets(imagery, new Set()) }), ...(legal && { legal }) };
}

const PARTS = { brand: BrandData, personality: Personality, persona: Persona } as const;
const LOCALES = CompiledIdentity.shape.locales.unwrap();
const PART_LABELS = { brand: "brand data", personality: "personality", persona: "persona" } as const;

const MAX_COLORS_READ = 10 * DOCUMENT_LIMITS.colors;

function importIdentity(input: unknown, taken: string[], left: string[]) {
  const { identity } = emptyDocument();
  if (!isRecord(input)) return identity;
  for (const part of ["brand", "personality", "persona"] as const) {
    const kept = keepPart(PARTS[part], input[part], `identity.${part}`, left);
    if (!kept) continue;
    Object.assign(identity, { [part]: kept });
    taken.push(`The ${PART_LABELS[part]}: ${counted(Object.keys(kept).length, "field")}.`);
  }
  const locales = keepPart(LOCALES, input.locales ?? undefined, "identity.locales", left);
  if (!locales) return identity;
  taken.push(`Texts in ${counted(Object.keys(locales).length, "more language")}.`);
  return { ...identity, locales };
}

function importColor(input: unknown): PaletteEntry | null {
  if (typeof input === "string") return importColor({ hex: input });
  const hex = isRecord(input) && typeof input.hex === "string" ? parseHex(input.hex) : null;
  if (!isRecord(input) || !hex) return null;
  const name = textOf(input.name, DOCUMENT_LIMITS.label) || describeColor(hex);
  const said = COLOR_ROLES.find((role) => role === input.role);
  const role: ColorRole = said ?? roleOfName(name) ?? "neutral";
  return {
    id: newId(),
    name,
    role,
    hex,
    usage: textOf(input.usage, DOCUMENT_LIMITS.prose),
    locked: input.locked === true,
  };
}

function importPalette(
  input: unknown,
  taken: string[],
  left: string[],
): { palette: PaletteEntry[]; entryOf: Map<string, PaletteEntry> } {
  const entryOf = new Map<string, PaletteEntry>();
  if (!Array.isArray(input)) return { palette: [], entryOf };
  const read = input.slice(0, MAX_COLORS_READ).map(importColor);
  const beyond = input.length - read.length;
  const entries = read.filter((entry) => entry !== null);
  if (entries.length < read.length)
    left.push(`${counted(read.length - entries.length, "colour")} without a readable hex.`);
  const over = entries.length + beyond - DOCUMENT_LIMITS.colors;
  if (over > 0) left.push(`${counted(over, "colour")}: a palette can have ${DOCUMENT_LIMITS.colors}.`);
  const kept = entries.slice(0, DOCUMENT_LIMITS.colors);
  if (kept.length > 0) taken.push(`${counted(kept.length, "colour")} of the palette.`);
  const isKept = new Set(kept);
  read.forEach((entry, at) => {
    const { id } = input[at] ?? {};
    if (entry && isKept.has(entry) && typeof id === "string") entryOf.set(id, entry);
  });
  return { palette: kept, entryOf };
}

function importRules(input: unknown, taken: string[]): string[] {
  if (!Array.isArray(input)) return [];
  const rules = input
    .map((rule) => textOf(rule, DOCUMENT_LIMITS.prose))
    .filter(Boolean)
    .slice(0, DOCUMENT_LIMITS.logoRules);
  if (rules.length > 0) taken.push(`${counted(rules.length, "rule")} for the logos.`);
  return rules;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/**
 * Imports a `brand.json`, bundle, `brand/me` response or palette of the hub. Files are only named in it.
 * @throws BadRequest when nothing can be imported
 */
export function importBrandDocument(root: Record<string, unknown>): ImportedBrand {
  const taken: string[] = [];
  const left: string[] = [];
  const brand = isRecord(root.brand) ? root.brand : {};
  const colors = isRecord(root.colors) ? root.colors : {};
  const logos = isRecord(root.logos) ? root.logos : {};
  const identity = importIdentity(root.identity ?? root.brand_identity, taken, left);
  const { palette, entryOf } = importPalette(colors.palette, taken, left);
  const seed = PaletteSeed.safeParse(colors.seed);
  const imported = { source: "imported" as const, seed: seed.success ? seed.data : null, palette };
  const stated = importStated(root, colors, imported, entryOf, { taken, left });
  const rules = importRules(logos.rules, taken);
  const { typography, files: fontFiles } = importTypography(root, identity, taken, left);
  const foundations = importFoundations(root, taken, left);
  const guidelines = importGuidelines(root, { taken, left });
  if (taken.length === 0) throw unreadable("This file has no brand data: no identity, palette or rules.");
  const files = lengthOf(logos.items) + lengthOf(root.assets) + fontFiles;
  if (files > 0)
    left.push(
      files === 1
        ? "1 file of a logo, an asset or a typeface: the file contains only its name. Upload it after creating the brand."
        : `${files} files of logos, assets and typefaces: the file contains only their names. Upload them after creating the brand.`,
    );
  return {
    kind: "brand",
    name: textOf(root.name ?? brand.name, 120) || null,
    document: {
      identity,
      colors: stated,
      logos: { items: [], rules },
      assets: [],
      ...(typography && { typography }),
      ...(foundations && { foundations }),
      ...guidelines,
    },
    taken,
    left: shorten(left),
  };
}
