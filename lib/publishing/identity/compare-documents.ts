import { type BrandDocument, languageOf } from "@/lib/content";
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
export interface ComparisonOrder extends ComparisonView {
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
