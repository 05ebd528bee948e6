import { setTimeout as delay } from "node:timers/promises";
import { type BrandDocument, languageOf } from "@/lib/content";
import { runJob } from "@/lib/platform/jobs/job-runner";
import { cached } from "@/lib/platform/result-cache";
import type { Ctx } from "../context";
import { type ChangedField, diffChanges, entryNames, type FieldDiff } from "./diff-changes";
import { diffDocuments } from "./diff-documents";
import { documentOf, flattenDocument } from "./flatten-document";
import { COMPARED_FIELDS } from "./limits";
import { tidyDocument } from "./tidy-document";

/** Which fields of a comparison are shown: a hundred after an offset, or the one at a path. */
export interface ComparisonView {
  offset: number;
  path: string | null;
}

/** Two documents compared, one page of it with what became of each field. */
export interface Comparison {
  changed: ChangedField[];
  shown: FieldDiff[];
  /** Names of fields for people by their paths, of a draft those that do not differ too. */
  labels: ReadonlyMap<string, string>;
  /** The language that the later document is written in; null where it does not say. */
  language: string | null;
}

/** What the job is given, as JSON. */
interface ComparisonOrder extends ComparisonView {
  before: BrandDocument;
  after: BrandDocument;
  /** A draft over its base: without name and slug, and as publishing would tidy it. */
  isDraft: boolean;
}

/** Compares two documents; a job, since it takes up to a second. */
export function compareDocuments(order: string): Comparison {
  const { isDraft, offset, path, ...documents } = JSON.parse(order) as ComparisonOrder;
  const before = isDraft ? documentOf(documents.before) : documents.before;
  const after = isDraft ? tidyDocument(documents.after) : documents.after;
  const changes = diffDocuments(before, after);
  const shown =
    path === null ? changes.slice(offset, offset + COMPARED_FIELDS) : changes.filter((change) => change.path === path);
  const labelled = isDraft ? [...flattenDocument(before), ...flattenDocument(after)] : [];
  return {
    changed: changes.map(({ path, part, label }) => ({ path, part, label })),
    shown: diffChanges(shown, entryNames(before, after)),
    labels: new Map(labelled.map(([path, { label }]) => [path, label])),
    language: languageOf(after.identity) ?? null,
  };
}

/** Two documents as JSON texts; `key` names their content, which never changes. */
interface ComparedTexts {
  key: string;
  isDraft: boolean;
  read: () => Promise<{ before: string; after: string }>;
}

/** What a character of a comparison takes in memory. */
const BYTES = 2;
/** Documents of so many characters are compared in milliseconds, which starting a process for it is not worth. */
const QUICK_CHARACTERS = 64_000;

/** About as long as a page of a comparison takes to be drawn. */
const DRAWN_MS = 30;
let nextFromMs = 0;

/** Has pages of comparisons begin one after the other, so that whoever asks for something else is heard between two of them. */
async function inTurn(): Promise<void> {
  const nowMs = performance.now();
  const fromMs = Math.max(nowMs, nextFromMs);
  nextFromMs = fromMs + DRAWN_MS;
  if (fromMs > nowMs) await delay(fromMs - nowMs);
}

/** One page of a comparison, from the process's cache or made, once for all who ask meanwhile. @throws RateLimited when too many jobs wait */
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
  const sizeOf = ({ labels, ...rest }: Comparison) => BYTES * JSON.stringify([...labels, rest]).length;
  const comparison = await cached(`comparison ${key} ${offset} ${path}`, make, sizeOf);
  await inTurn();
  return comparison;
}
