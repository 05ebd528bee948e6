import type { FieldRow } from "../schema/field-rows";
import { Table } from "./table";

const WORDS = {
  request: { title: "Required", yes: "yes", no: "no" },
  answer: { title: "Present", yes: "always", no: "optional" },
} as const;

/** The fields of a JSON object that is sent (`request`) or received (`answer`). */
export function FieldTable({ rows, presence }: { rows: readonly FieldRow[]; presence: keyof typeof WORDS }) {
  if (rows.length === 0) return null;
  const words = WORDS[presence];
  return (
    <Table
      columns={[
        { title: "Field", width: 29, mono: true },
        { title: "Type", width: 19 },
        { title: words.title, width: 11 },
        { title: "Description and constraints", width: 41 },
      ]}
      rows={rows.map(({ name, type, required, notes }) => [name, type, required ? words.yes : words.no, notes])}
    />
  );
}
