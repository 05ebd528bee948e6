import type { FieldChange } from "./diff-documents";

const MAX_VALUE_LENGTH = 400;
const MAX_CHANGES = 100;

/** Field changes as an audit entry keeps them: at most a hundred, long values shortened; the snapshots hold the whole. */
export function changesForAudit(changes: readonly FieldChange[]): Record<string, [unknown, unknown]> {
  const short = (value: unknown) => {
    const text = JSON.stringify(value) ?? "";
    return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : (value ?? null);
  };
  return Object.fromEntries(
    changes.slice(0, MAX_CHANGES).map(({ label, before, after }) => [label, [short(before), short(after)]]),
  );
}
