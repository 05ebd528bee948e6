const LONGEST_STRING = 64;

const LINE_WIDTH = 98;

export function shorten(value: unknown): unknown {
  if (typeof value === "string") {
    return value.length <= LONGEST_STRING ? value : `${value.slice(0, LONGEST_STRING - 13)}…${value.slice(-12)}`;
  }
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shorten(entry)]));
}

type Parts = { open: string; close: string; entries: { label: string; value: unknown }[] };

function partsOf(value: unknown): Parts | null {
  if (Array.isArray(value))
    return { open: "[", close: "]", entries: value.map((entry) => ({ label: "", value: entry })) };
  if (typeof value !== "object" || value === null) return null;
  const entries = Object.entries(value).map(([key, entry]) => ({ label: `${JSON.stringify(key)}: `, value: entry }));
  return { open: "{", close: "}", entries };
}

function onOneLine(value: unknown): string {
  const parts = partsOf(value);
  if (!parts) return JSON.stringify(value);
  const inner = parts.entries.map(({ label, value: entry }) => `${label}${onOneLine(entry)}`).join(", ");
  const space = parts.open === "{" && inner !== "" ? " " : "";
  return `${parts.open}${space}${inner}${space}${parts.close}`;
}

function print(value: unknown, label: string, indent: string): string {
  const line = `${indent}${label}${onOneLine(value)}`;
  const parts = partsOf(value);
  if (!parts || line.length <= LINE_WIDTH) return line;
  const inner = parts.entries.map((entry) => print(entry.value, entry.label, `${indent}  `)).join(",\n");
  return `${indent}${label}${parts.open}\n${inner}\n${indent}${parts.close}`;
}

/** Readable JSON: small objects and lists on one line, long strings shortened. */
export const readableJson = (value: unknown): string => print(shorten(value), "", "");

export const exactJson = (value: unknown): string => print(value, "", "");
