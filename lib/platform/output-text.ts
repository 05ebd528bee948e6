const mended = (text: string): string => text.replaceAll("\0", "").toWellFormed();

function mend(value: unknown): unknown {
  if (typeof value === "string") return mended(value);
  if (Array.isArray(value)) return value.map(mend);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [mended(key), mend(entry)]));
}

/**
 * Makes user text storable in PostgreSQL: removes NUL and replaces half a surrogate pair, which truncating can
 * leave, by U+FFFD. The API rejects such text (docs/decisions/api.md, Errors).
 */
export const storableText = <Value>(value: Value): Value => mend(value) as Value;

/** Larger values are shortened. */
const MAX_FULL_BYTES = 100_000;
const MAX_LETTERS = 120;
/** Markup per list entry. */
const ENTRY_BYTES = 500;

function shorten(value: unknown, entries: number): unknown {
  if (typeof value === "string")
    return value.length > MAX_LETTERS ? `${value.slice(0, MAX_LETTERS).toWellFormed()}…` : value;
  if (Array.isArray(value)) return value.slice(0, entries).map((entry) => shorten(entry, entries));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shorten(entry, entries)]));
}

export type Tell = <Part>(part: Part) => Part;

/** Shortens long texts and lists of a value that is too large for a page. */
export function tellerOf(value: unknown, { entries }: { entries: number }): { isCut: boolean; tell: Tell } {
  const json = JSON.stringify(value);
  const bytes = new TextEncoder().encode(json).length + ENTRY_BYTES * json.split("{").length;
  const isCut = bytes > MAX_FULL_BYTES;
  return { isCut, tell: (part) => (isCut ? (shorten(part, entries) as typeof part) : part) };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** Spreadsheets run such cells as formulas; a leading quote prevents it. */
const cell = (value: string) => `"${(/^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(",")}\r\n`;
