import { diffArrays } from "diff";
import { scriptsText } from "@/lib/content";
import { FIXED_WORDS, isFontFile, isLength } from "./identity-to-markdown";

type ListEntry<T> = { kind: "same" | "removed" | "added"; value: T } | { kind: "changed"; before: T; after: T };

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Entries in their order in `after`, then removed ones. Different entries are paired if they are `alike`. */
export function diffList<T>(
  before: readonly T[],
  after: readonly T[],
  alike: (before: T, after: T) => boolean,
): ListEntry<T>[] {
  const left = [...before];
  const take = (fits: (entry: T) => boolean): T | undefined => {
    const index = left.findIndex(fits);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const kept = after.map((entry) => take((other) => same(other, entry)));
  const entries = after.map((entry, index): ListEntry<T> => {
    if (kept[index] !== undefined) return { kind: "same", value: entry };
    const partner = take((other) => alike(other, entry));
    return partner === undefined ? { kind: "added", value: entry } : { kind: "changed", before: partner, after: entry };
  });
  return [...entries, ...left.map((value): ListEntry<T> => ({ kind: "removed", value }))];
}

export interface TextRun {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Comparing more words on either side would be slow. */
const MAX_WORDS = 1_500;
/** With more edits it reads as two texts. Time grows with the square of this number. */
const MAX_EDITS = 250;
/** Below this share of common words, marked changes are harder to read than both texts. */
const MIN_SHARED = 0.35;

/** Punctuation is separate, so that an added comma marks no word as changed. */
const tokensOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}\p{M}_'’-]+|[^\s]/gu) ?? [];

const wordsOf = (tokens: readonly string[]): string[] => tokens.filter((token) => /[\p{L}\p{N}]/u.test(token));

const sharedBy = (old: readonly string[], fresh: readonly string[]): number => {
  const known = new Set(old);
  return wordsOf(fresh).filter((word) => known.has(word)).length;
};

const neededOf = (old: readonly string[], fresh: readonly string[]): number =>
  MIN_SHARED * Math.max(wordsOf(old).length, wordsOf(fresh).length, 1);

/** Called for each pair of two lists, so it must be cheap. */
export function areAlike(before: string, after: string): boolean {
  const old = tokensOf(before);
  const fresh = tokensOf(after);
  return sharedBy(old, fresh) >= neededOf(old, fresh);
}

/** Null if the texts are too long or too different to show as one. */
export function diffText(before: string, after: string): TextRun[] | null {
  const old = tokensOf(before);
  const fresh = tokensOf(after);
  if (old.length > MAX_WORDS || fresh.length > MAX_WORDS) return null;
  const needed = neededOf(old, fresh);
  if (sharedBy(old, fresh) < needed) return null;
  const changes = diffArrays(old, fresh, { maxEditLength: MAX_EDITS });
  if (!changes) return null;
  const shared = changes.flatMap(({ added, removed, value }) => (added || removed ? [] : wordsOf(value)));
  if (shared.length < needed) return null;
  return changes.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.join(""),
  }));
}

/** A `whole` value is shown before and after, without marks. */
export type ValueDiff =
  | { kind: "whole"; before?: unknown; after?: unknown }
  | { kind: "text"; runs: TextRun[] }
  | { kind: "texts"; before: string; after: string }
  | { kind: "list"; entries: EntryDiff[]; moved: boolean; unchanged: number; left: number }
  | { kind: "fields"; fields: { field: string; diff: ValueDiff }[] };

export type EntryDiff =
  | { kind: "same"; value: unknown }
  | { kind: "added" | "removed" | "changed"; name: string; diff: ValueDiff };

/** Characters left. Below zero, texts are not compared any more and lists end. */
export interface DiffBudget {
  left: number;
}

type Group = Record<string, unknown>;
type Values = { before?: unknown; after?: unknown };

/** The characters that the markup of a run or value adds to a page. */
const MARKUP = 60;

/** Characters on a page, including markup. */
export const sizeOf = (value: unknown): number => MARKUP + (JSON.stringify(value)?.length ?? 0);

/** False for files and lengths, which are shown on one line. */
export const isGroup = (value: unknown): value is Group =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !("sha256" in value || isFontFile(value) || isLength(value));

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";
const isBlank = (value: unknown) => isEmpty(value) || (Array.isArray(value) && value.length === 0);

const isProse = (field: string) => field !== "hex" && field !== "variant" && !FIXED_WORDS.has(field);

const IN_A_LINE = new Set(["scripts", "languages", "fallbacks", "opentype_features", "uses"]);

function toldField(field: string, value: unknown): unknown {
  if (!Array.isArray(value) || !IN_A_LINE.has(field)) return value;
  return field === "scripts" ? scriptsText(value) : value.join(", ");
}

function nameOf(entry: unknown): string {
  if (!isGroup(entry)) return "";
  const { name, segment, channel, context, say, label, family } = entry;
  const first = name ?? segment ?? channel ?? context ?? say ?? label ?? family;
  return typeof first === "string" ? first : "";
}

/** True for the same name or a similar text. */
function alike(before: unknown, after: unknown): boolean {
  if (typeof before === "string" && typeof after === "string") return areAlike(before, after);
  return nameOf(before) !== "" && nameOf(before) === nameOf(after);
}

export function differingFields(before: Group | undefined, after: Group | undefined): ({ field: string } & Values)[] {
  return [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
    .filter((field) => field !== "id" && JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
    .map((field) => ({ field, before: toldField(field, before?.[field]), after: toldField(field, after?.[field]) }))
    .filter((told) => !isBlank(told.before) || !isBlank(told.after));
}

function diffEntry(field: string, entry: ListEntry<unknown>, budget: DiffBudget): EntryDiff {
  if (entry.kind === "changed")
    return { kind: "changed", name: nameOf(entry.after), diff: diffValue(field, entry, budget) };
  const { kind, value } = entry;
  if (kind !== "same") {
    const values = kind === "added" ? { after: value } : { before: value };
    return { kind, name: "", diff: diffValue(field, values, budget) };
  }
  budget.left -= sizeOf(value);
  return { kind, value };
}

function diffLists(field: string, { before, after }: Values, budget: DiffBudget): ValueDiff {
  const all = diffList((before ?? []) as unknown[], (after ?? []) as unknown[], alike);
  const differing = all.filter(({ kind }) => kind !== "same");
  const moved = differing.length === 0;
  const shown = moved ? all : differing;
  const entries: EntryDiff[] = [];
  for (const entry of shown) {
    if (budget.left < 0) break;
    entries.push(diffEntry(field, entry, budget));
  }
  return { kind: "list", entries, moved, unchanged: all.length - shown.length, left: shown.length - entries.length };
}

export function diffValue(field: string, { before, after }: Values, budget: DiffBudget): ValueDiff {
  if (Array.isArray(before ?? after)) return diffLists(field, { before, after }, budget);
  if (isGroup(before ?? after)) {
    const fields = differingFields(before as Group | undefined, after as Group | undefined);
    return {
      kind: "fields",
      fields: fields.map((values) => ({ field: values.field, diff: diffValue(values.field, values, budget) })),
    };
  }
  budget.left -= sizeOf(before) + sizeOf(after);
  if (typeof before !== "string" || typeof after !== "string" || !before || !after || !isProse(field))
    return { kind: "whole", before, after };
  const runs = budget.left < 0 ? null : diffText(before, after);
  budget.left -= (runs?.length ?? 0) * MARKUP;
  return runs && budget.left >= 0 ? { kind: "text", runs } : { kind: "texts", before, after };
}
