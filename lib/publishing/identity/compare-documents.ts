import { setTimeout as delay } from "node:timers/promises";
import { type BrandDocument, type LogoEntry, languageOf, type PaletteEntry } from "@/lib/content";
import { runJob } from "@/lib/platform/jobs/job-pool";
import { cached } from "@/lib/platform/result-cache";
import type { Ctx } from "../context";
import { diffChanges, entryNames } from "./diff-changes";
import { diffDocuments, type FieldChange } from "./diff-documents";
import { COMPARED_FIELDS } from "./errors";
import { documentOf, flattenDocument } from "./flatten-document";
import { tidyDocument } from "./tidy-document";

/** A hundred fields from an offset, or the field at a path. */
export interface ComparisonView {
  offset: number;
  path: string | null;
}

/** An entry of both versions, or of one. */
export interface EntryChange<Entry> {
  before?: Entry;
  after?: Entry;
}

export type Comparison = ReturnType<typeof compareDocuments>;

interface ComparisonOrder extends ComparisonView {
  before: BrandDocument;
  after: BrandDocument;
  /** A draft is tidied and compared without name and slug. */
  isDraft: boolean;
}

/** Keeps the page below 1 MB. */
const MAX_DRAWN = { colors: 24, logos: 12 };

/** Entries of a list that look different, reduced to what a page draws. */
function drawnIn<Entry, Drawn>(
  changes: readonly FieldChange[],
  {
    list,
    look,
    drawn,
    max,
  }: { list: string; look: (entry: Entry) => string; drawn: (entry: Entry) => Drawn; max: number },
): EntryChange<Drawn>[] {
  return changes
    .filter(({ path }) => path.startsWith(`${list}.`))
    .map(({ before, after }) => ({ before, after }) as EntryChange<Entry>)
    .filter(({ before, after }) => (before && look(before)) !== (after && look(after)))
    .slice(0, max)
    .map(({ before, after }) => ({ before: before && drawn(before), after: after && drawn(after) }));
}

/** Runs as a job, since it takes up to a second. */
export function compareDocuments(order: string) {
  const { isDraft, offset, path, ...documents } = JSON.parse(order) as ComparisonOrder;
  const before = isDraft ? documentOf(documents.before) : documents.before;
  const after = isDraft ? tidyDocument(documents.after) : documents.after;
  const changes = diffDocuments(before, after);
  const shown =
    path === null ? changes.slice(offset, offset + COMPARED_FIELDS) : changes.filter((change) => change.path === path);
  const labelled = isDraft ? [...flattenDocument(before), ...flattenDocument(after)] : [];
  return {
    changed: changes.map(({ path, part, label }) => ({ path, part, label })),
    // Colours whose hex differs and logos whose file differs, as many as a page draws.
    colors: drawnIn(changes, {
      list: "colors.palette",
      look: ({ hex }: PaletteEntry) => hex,
      drawn: ({ id, name, hex }) => ({ id, name, hex }),
      max: MAX_DRAWN.colors,
    }),
    logos: drawnIn(changes, {
      list: "logos.items",
      look: ({ file }: LogoEntry) => file.sha256,
      drawn: ({ id, label, background, file }) => ({ id, label, background, file }),
      max: MAX_DRAWN.logos,
    }),
    shown: diffChanges(shown, entryNames(before, after)),
    // For a draft they include unchanged fields.
    labels: new Map(labelled.map(([path, { label }]) => [path, label])),
    language: languageOf(after.identity) ?? null,
  };
}

/** `key` identifies their content, which never changes. */
interface ComparedTexts {
  key: string;
  isDraft: boolean;
  read: () => Promise<{ before: string; after: string }>;
}

/** Per character in memory. */
const BYTES_PER_CHARACTER = 2;
/** Below this size a comparison takes milliseconds, less than starting a process. */
const QUICK_CHARACTERS = 64_000;

const RENDER_MS = 30;
let nextFromMs = 0;

/** Spaces comparisons out, so that other requests are served between them. */
async function waitForTurn(): Promise<void> {
  const nowMs = performance.now();
  const fromMs = Math.max(nowMs, nextFromMs);
  nextFromMs = fromMs + RENDER_MS;
  if (fromMs > nowMs) await delay(fromMs - nowMs);
}

/**
 * Cached per process. Concurrent calls for one page share a job.
 * @throws RateLimited when too many jobs wait
 */
export async function readComparison(
  ctx: Ctx,
  { key, isDraft, read }: ComparedTexts,
  { offset, path }: ComparisonView,
): Promise<Comparison> {
  const make = async () => {
    const { before, after } = await read();
    const view = JSON.stringify({ isDraft, offset, path }).slice(1);
    const order = `{"before":${before},"after":${after},${view}`;
    return order.length > QUICK_CHARACTERS ? runJob(ctx, "compareDocuments", order) : compareDocuments(order);
  };
  const sizeOf = ({ labels, ...rest }: Comparison) => BYTES_PER_CHARACTER * JSON.stringify([...labels, rest]).length;
  const comparison = await cached(`comparison ${key} ${offset} ${path}`, make, sizeOf);
  await waitForTurn();
  return comparison;
}
