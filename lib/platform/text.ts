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
