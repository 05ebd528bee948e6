import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import { drafts } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import { type BrandDocument, emptyTypography, type LogoEntry, withRule } from "@/lib/content";
import type { Ctx } from "../context";
import { checkLocks, parseDocument, withStoredFiles } from "./compile-document";
import { diffDocuments, type FieldChange } from "./diff-documents";
import { StaleDraft } from "./errors";
import { documentOf } from "./flatten-document";
import { getSnapshot } from "./list-versions";
import { valueAt } from "./locale-texts";
import { findDraft, ownDraft } from "./save-draft";
import { tidyDocument } from "./tidy-document";

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

const ENTRY_LISTS = ["colors.palette", "colors.gradients", "colors.rules", "assets", "typography.fonts"];

/** In place: copying for each change would take quadratic time for a large document. */
function apply(next: BrandDocument, { path, after }: FieldChange): void {
  const set = (keys: readonly string[], value: unknown) => setAt(next as Record<string, unknown>, keys, value);
  const entriesAt = (keys: readonly string[]) => (valueAt(next, keys) ?? []) as { id: string }[];
  const [list = "", order] = path.split("#");
  if (order) {
    const keys = list.split(".");
    set(keys, reorder(entriesAt(keys), after as string[]));
    return;
  }
  const keys = path.split(".");
  const [id = "", within] = [keys.at(-1), keys.slice(0, -1)];
  if (keys[0] === "typography") next.typography ??= emptyTypography();
  if (ENTRY_LISTS.includes(within.join("."))) {
    set(within, setEntry(entriesAt(within), id, after as { id: string } | undefined));
  } else if (path.startsWith("logos.items.")) {
    const entry = after as LogoEntry | undefined;
    const rule = next.logos.items.find((item) => item.id === id)?.rule;
    next.logos.items = setEntry(next.logos.items, id, entry && withRule(entry, rule));
  } else if (path.startsWith("logos.checks.")) {
    const rule = after as LogoEntry["rule"];
    next.logos.items = next.logos.items.map((item) => (item.id === id ? withRule(item, rule) : item));
  } else {
    set(keys, path === "colors.seed" ? (after ?? null) : after);
  }
}

/** For a field changed on both sides, `choices` decides by path. Mine wins by default. */
export function mergeDocuments(
  base: BrandDocument,
  mine: BrandDocument,
  theirs: BrandDocument,
  choices: Readonly<Record<string, "mine" | "theirs">> = {},
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

/**
 * Merges a document edited offline or in another window into the acting user's draft, and wins over it. Without a
 * draft it becomes the draft, even on an old base.
 * @throws Forbidden for viewers, and for locked colours without the permission
 * @throws StaleDraft when the draft was saved at the same moment: try again
 * @throws BadRequest when the document is invalid or names another brand's file
 */
export async function mergeDraft(
  ctx: Ctx,
  input: { brandId: string; baseVersion: number; document: BrandDocument },
): Promise<void> {
  const { brandId, baseVersion } = input;
  const { userId, role } = await requirePermission(ctx, brandId, "edit");
  const base = await getSnapshot(ctx, { brandId, version: baseVersion });
  const document = await withStoredFiles(ctx, { brandId, document: parseDocument(input.document) });
  const draft = await findDraft(ctx, { brandId });
  if (!draft) {
    checkLocks(role, base, document);
    const values = { brandId, userId, baseVersion, document, revision: 1, updatedAt: ctx.now };
    const made = await ctx.db
      .insert(drafts)
      .values(values)
      .onConflictDoNothing()
      .returning({ revision: drafts.revision });
    if (made.length === 0) throw new StaleDraft();
    return;
  }
  const merged = mergeDocuments(documentOf(base), tidyDocument(document), tidyDocument(draft.document)).document;
  checkLocks(role, await getSnapshot(ctx, { brandId, version: draft.baseVersion }), merged);
  const written = await ctx.db
    .update(drafts)
    .set({ document: merged, revision: sql`${drafts.revision} + 1`, updatedAt: ctx.now })
    .where(and(ownDraft(ctx, { brandId }), eq(drafts.revision, draft.revision)))
    .returning({ revision: drafts.revision });
  if (written.length === 0) throw new StaleDraft();
}

/** Conflicts go to the draft unless `choices` decides. */
export async function previewRebase(
  ctx: Ctx,
  { brandId, choices = {} }: { brandId: string; choices?: Record<string, "mine" | "theirs"> },
): Promise<Merge & { version: number; revision: number }> {
  const { brand } = await requirePermission(ctx, brandId, "edit");
  const draft = await findDraft(ctx, { brandId });
  if (!draft) throw new StaleDraft();
  const base = documentOf(await getSnapshot(ctx, { brandId, version: draft.baseVersion }));
  const theirs = documentOf(await getSnapshot(ctx, { brandId, version: brand.identityVersion }));
  const merge = mergeDocuments(base, tidyDocument(draft.document), theirs, choices);
  return { ...merge, version: brand.identityVersion, revision: draft.revision };
}

/**
 * Moves the acting user's draft to the current version.
 * @throws StaleDraft when the draft was saved since `revision`
 * @throws Forbidden when the merge would change locked colours without the permission
 */
export async function rebaseDraft(
  ctx: Ctx,
  input: { brandId: string; revision: number; choices: Record<string, "mine" | "theirs"> },
): Promise<{ revision: number; baseVersion: number }> {
  const { role } = await requirePermission(ctx, input.brandId, "edit");
  const { document, version } = await previewRebase(ctx, input);
  checkLocks(role, await getSnapshot(ctx, { brandId: input.brandId, version }), document);
  const [row] = await ctx.db
    .update(drafts)
    .set({ document, baseVersion: version, revision: input.revision + 1, updatedAt: ctx.now })
    .where(and(ownDraft(ctx, input), eq(drafts.revision, input.revision)))
    .returning();
  if (!row) throw new StaleDraft();
  return { revision: row.revision, baseVersion: row.baseVersion };
}
