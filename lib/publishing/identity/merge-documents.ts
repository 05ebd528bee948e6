import { isDeepStrictEqual } from "node:util";
import {
  type BrandDocument,
  emptyTypography,
  type LogoEntry,
  type StoredColorRule,
  type StoredFont,
  type StoredGradient,
  withRule,
} from "@/lib/content";
import { diffDocuments, type FieldChange } from "./diff-documents";

export interface MergeConflict {
  path: string;
  label: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface Merge {
  document: BrandDocument;
  /** Each was resolved by `choices`, or as mine. */
  conflicts: MergeConflict[];
}

type Choices = Readonly<Record<string, "mine" | "theirs">>;

function setAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (rest.length === 0) {
    if (value === undefined) delete target[key];
    else target[key] = value;
    return;
  }
  target[key] = { ...(target[key] as Record<string, unknown> | undefined) };
  setAt(target[key] as Record<string, unknown>, rest, value);
}

function setEntry<Entry extends { id: string }>(entries: Entry[], id: string, value: Entry | undefined): Entry[] {
  if (value === undefined) return entries.filter((entry) => entry.id !== id);
  return entries.some((entry) => entry.id === id)
    ? entries.map((entry) => (entry.id === id ? value : entry))
    : [...entries, value];
}

function reorder<Entry extends { id: string }>(entries: Entry[], order: readonly string[]): Entry[] {
  const place = (entry: Entry) => {
    const index = order.indexOf(entry.id);
    return index < 0 ? order.length : index;
  };
  return entries.toSorted((a, b) => place(a) - place(b));
}

/** In place: copying for each change would take quadratic time for a large document. */
function apply(next: BrandDocument, { path, after }: FieldChange): void {
  const [list, order] = path.split("#");
  if (order) {
    const ids = after as string[];
    if (list === "colors.palette") next.colors.palette = reorder(next.colors.palette, ids);
    if (list === "logos.items") next.logos.items = reorder(next.logos.items, ids);
    if (list === "assets") next.assets = reorder(next.assets, ids);
    return;
  }
  const keys = path.split(".");
  const id = keys.at(-1) as string;
  if (path.startsWith("colors.palette.")) {
    next.colors.palette = setEntry(next.colors.palette, id, after as BrandDocument["colors"]["palette"][number]);
  } else if (path.startsWith("colors.gradients.")) {
    next.colors.gradients = setEntry(next.colors.gradients ?? [], id, after as StoredGradient | undefined);
  } else if (path.startsWith("colors.rules.")) {
    next.colors.rules = setEntry(next.colors.rules ?? [], id, after as StoredColorRule | undefined);
  } else if (path.startsWith("logos.items.")) {
    const entry = after as LogoEntry | undefined;
    const rule = next.logos.items.find((item) => item.id === id)?.rule;
    next.logos.items = setEntry(next.logos.items, id, entry && withRule(entry, rule));
  } else if (path.startsWith("logos.checks.")) {
    const rule = after as LogoEntry["rule"];
    next.logos.items = next.logos.items.map((item) => (item.id === id ? withRule(item, rule) : item));
  } else if (path.startsWith("assets.")) {
    next.assets = setEntry(next.assets, id, after as BrandDocument["assets"][number]);
  } else if (path.startsWith("typography.")) {
    next.typography ??= emptyTypography();
    if (path.startsWith("typography.fonts."))
      next.typography.fonts = setEntry(next.typography.fonts, id, after as StoredFont | undefined);
    else setAt(next as Record<string, unknown>, keys, after);
  } else if (path === "colors.seed") {
    next.colors.seed = (after ?? null) as BrandDocument["colors"]["seed"];
  } else {
    setAt(next as Record<string, unknown>, keys, after);
  }
}

/** For a field changed on both sides, `choices` decides by path. Mine wins by default. */
export function mergeDocuments(
  base: BrandDocument,
  mine: BrandDocument,
  theirs: BrandDocument,
  choices: Choices = {},
): Merge {
  const theirChanges = new Map(diffDocuments(base, theirs).map((change) => [change.path, change]));
  const conflicts: MergeConflict[] = [];
  const document = structuredClone(theirs);
  for (const change of diffDocuments(base, mine)) {
    const other = theirChanges.get(change.path);
    if (other && !isDeepStrictEqual(other.after, change.after)) {
      const { path, label, before } = change;
      conflicts.push({ path, label, base: before, mine: change.after, theirs: other.after });
      if (choices[path] === "theirs") continue;
    }
    apply(document, change);
  }
  return { document, conflicts };
}
