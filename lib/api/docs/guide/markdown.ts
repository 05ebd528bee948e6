import type { FieldRow } from "./schema/field-rows";

export const code = (text: string): string => `\`${text}\``;

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("\n", " ").replaceAll("|", "\\|")).join(" | ")} |`;

/** Columns have their share of the width, which is the number of dashes below their title. */
export function table(columns: Readonly<Record<string, number>>, rows: readonly (readonly string[])[]): string {
  const dashes = Object.values(columns).map((share) => "-".repeat(share));
  return [Object.keys(columns), dashes, ...rows].map(row).join("\n");
}

export const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

export const paragraphs = (parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter((part) => typeof part === "string" && part !== "").join("\n\n");

const PRESENCE = {
  request: { title: "Required", yes: "yes", no: "no" },
  answer: { title: "Present", yes: "always", no: "optional" },
} as const;

/** Fields of a JSON object in a request or response (`answer`). */
export function fieldTable(rows: readonly FieldRow[], presence: keyof typeof PRESENCE): string {
  if (rows.length === 0) return "";
  const words = PRESENCE[presence];
  return table(
    { Field: 29, Type: 19, [words.title]: 11, "Description and constraints": 41 },
    rows.map(({ name, type, required, notes }) => [code(name), type, required ? words.yes : words.no, notes]),
  );
}
