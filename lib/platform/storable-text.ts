const mended = (text: string): string => text.replaceAll("\0", "").toWellFormed();

function mend(value: unknown): unknown {
  if (typeof value === "string") return mended(value);
  if (Array.isArray(value)) return value.map(mend);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [mended(key), mend(entry)]));
}

/**
 * The same value with every text in a form that PostgreSQL can hold: without NUL, and with U+FFFD for half a character, which is what
 * cutting a text at a length leaves of an emoji. For what people write; what services send is refused instead (docs/decisions.md, Events).
 */
export const storableText = <Value>(value: Value): Value => mend(value) as Value;
