import { isDeepStrictEqual } from "node:util";
import type { BrandDocument, BrandSnapshot } from "@/lib/content";
import { CHANGED_PARTS, type ChangedPart } from "@/lib/contract";
import { flattenDocument, orderedIds } from "./flatten-document";

/** `before` is undefined for an added field, `after` for a removed one. */
export interface FieldChange {
  path: string;
  part: ChangedPart;
  label: string;
  before?: unknown;
  after?: unknown;
}

const ORDER_LABELS = {
  "colors.palette": "Order of colours",
  "logos.items": "Order of logos",
  assets: "Order of assets",
};
const ORDER_PARTS = { "colors.palette": "colors", "logos.items": "logos", assets: "assets" } as const;

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

  const oldOrder = orderedIds(before);
  const freshOrder = orderedIds(after);
  for (const list of ["colors.palette", "logos.items", "assets"] as const) {
    const kept = new Set(oldOrder[list].filter((id) => freshOrder[list].includes(id)));
    const from = oldOrder[list].filter((id) => kept.has(id));
    const to = freshOrder[list].filter((id) => kept.has(id));
    if (!isDeepStrictEqual(from, to)) {
      changes.push({
        path: `${list}#order`,
        part: ORDER_PARTS[list],
        label: ORDER_LABELS[list],
        before: from,
        after: to,
      });
    }
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
