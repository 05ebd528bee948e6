import { isDeepStrictEqual } from "node:util";
import type { BrandDocument, BrandSnapshot } from "@/lib/content";
import { CHANGED_PARTS, type ChangedPart } from "@/lib/contract";
import { flattenDocument } from "./flatten-document";

/** `before` is undefined for an added field, `after` for a removed one. */
export interface FieldChange {
  path: string;
  part: ChangedPart;
  label: string;
  before?: unknown;
  after?: unknown;
}

/** Lists whose order counts as a field. */
const ORDERED = [
  { list: "colors.palette", part: "colors", label: "Order of colours", of: ({ colors }) => colors.palette },
  { list: "logos.items", part: "logos", label: "Order of logos", of: ({ logos }) => logos.items },
  { list: "assets", part: "assets", label: "Order of assets", of: ({ assets }) => assets },
] as const satisfies {
  list: string;
  part: ChangedPart;
  label: string;
  of: (document: BrandDocument) => { id: string }[];
}[];

/** In document order. */
export function diffDocuments(
  before: BrandDocument | BrandSnapshot,
  after: BrandDocument | BrandSnapshot,
): FieldChange[] {
  const old = flattenDocument(before);
  const fresh = flattenDocument(after);
  const changes: FieldChange[] = [];
  for (const [path, leaf] of fresh) {
    const previous = old.get(path);
    if (!isDeepStrictEqual(previous?.value, leaf.value)) {
      changes.push({ path, part: leaf.part, label: leaf.label, before: previous?.value, after: leaf.value });
    }
  }
  for (const [path, leaf] of old) {
    if (!fresh.has(path)) changes.push({ path, part: leaf.part, label: leaf.label, before: leaf.value });
  }

  for (const { list, part, label, of } of ORDERED) {
    const [oldIds, freshIds] = [of(before), of(after)].map((entries) => entries.map(({ id }) => id));
    const from = oldIds?.filter((id) => freshIds?.includes(id));
    const to = freshIds?.filter((id) => oldIds?.includes(id));
    if (!isDeepStrictEqual(from, to)) changes.push({ path: `${list}#order`, part, label, before: from, after: to });
  }
  return changes;
}

/** In the contract's order. */
export function changedParts(changes: readonly FieldChange[]): ChangedPart[] {
  return CHANGED_PARTS.filter((part) => changes.some((change) => change.part === part));
}

const MAX_VALUE_LENGTH = 400;
const MAX_CHANGES = 100;

/** At most a hundred changes with long values shortened. The snapshots keep them whole. */
export function changesForAudit(changes: readonly FieldChange[]): Record<string, [unknown, unknown]> {
  const short = (value: unknown) => {
    const text = JSON.stringify(value) ?? "";
    return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : (value ?? null);
  };
  return Object.fromEntries(
    changes.slice(0, MAX_CHANGES).map(({ label, before, after }) => [label, [short(before), short(after)]]),
  );
}
