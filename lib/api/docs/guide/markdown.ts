import type { FieldRow } from "./schema/field-rows";

/** A column's title, and its share of the table's width. */
export type Column = readonly [title: string, share: number];

export const code = (text: string): string => `\`${text}\``;

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("\n", " ").replaceAll("|", "\\|")).join(" | ")} |`;

/** A table; the dashes below its head are the shares of its columns. */
export const table = (columns: readonly Column[], rows: readonly (readonly string[])[]): string =>
  [row(columns.map(([title]) => title)), row(columns.map(([, share]) => "-".repeat(share))), ...rows.map(row)].join(
    "\n",
  );

export const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** What there is of these, each a paragraph of its own. */
export const paragraphs = (parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter((part) => typeof part === "string" && part !== "").join("\n\n");

const PRESENCE = {
  request: { title: "Required", yes: "yes", no: "no" },
  answer: { title: "Present", yes: "always", no: "optional" },
} as const;

/** The fields of a JSON object that is sent (`request`) or received (`answer`). */
export function fieldTable(rows: readonly FieldRow[], presence: keyof typeof PRESENCE): string {
  if (rows.length === 0) return "";
  const words = PRESENCE[presence];
  return table(
    [
      ["Field", 29],
      ["Type", 19],
      [words.title, 11],
      ["Description and constraints", 41],
    ],
    rows.map(({ name, type, required, notes }) => [code(name), type, required ? words.yes : words.no, notes]),
  );
}
