/** Starts the digest of an error whose message readers may see. */
export const REFUSAL_DIGEST = "refused: ";

const OPENING = "\u2068";
const CLOSING = "\u2069";
const ISOLATES = /[\u2066-\u2069]/g;
const ISOLATED = /\u2068([^\u2069]*)\u2069/;

/** User text in bidi isolation (FSI and PDI), to use inside a sentence. */
export const bidiIsolate = (text: string): string => `${OPENING}${text.replace(ISOLATES, "")}${CLOSING}`;

/** Splits at isolated texts: every second piece is user text. */
export const splitIsolated = (sentence: string): string[] => sentence.split(ISOLATED);

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

const UNITS = [
  [1_000_000_000, "GB"],
  [1_000_000, "MB"],
  [1000, "KB"],
] as const;

/** "812 B", "4.2 KB", "13 MB", "2 GB". */
export function sizeText(bytes: number): string {
  // Values that round to 1000 use the next unit.
  const [unit, name] = UNITS.find(([size]) => bytes >= size * 0.9995) ?? [1, "B"];
  const amount = bytes / unit;
  return `${amount < 9.95 ? Number(amount.toFixed(1)) : Math.round(amount)} ${name}`;
}

const KB = 1024;

/** In powers of two: "64 KB", "4 MB". */
export const sizeLimitText = (bytes: number): string =>
  bytes < KB * KB ? `${bytes / KB} KB` : `${bytes / (KB * KB)} MB`;

/** "1 brand", "1,200 brands". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Counting further would make a page slower. */
export const MAX_COUNTED = 1_000;

export const countedText = (count: number): string =>
  count <= MAX_COUNTED ? count.toLocaleString("en") : `${MAX_COUNTED.toLocaleString("en")}+`;

/** User text as a safe link target; null unless http(s). */
export function webAddress(text: string | undefined): URL | null {
  const url = text && URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : null;
}
