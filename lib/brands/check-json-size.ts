import { unreadable } from "./imported-brand";

/** Far above any real file. Checked before parsing. */
export const JSON_LIMITS = { depth: 40, keyLength: 200, values: 100_000, pathLengths: 8_000_000 } as const;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const opens = (code: number) => code === 0x7b || code === 0x5b;
const closes = (code: number) => code === 0x7d || code === 0x5d;
const COMMA = 0x2c;

/** The index of the closing quote for the one at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

function isKey(text: string, afterString: number): boolean {
  let at = afterString;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === COLON;
}

/**
 * Rejects JSON that would cost far more than its size. Keys are hashed and compared once per value below them. V8
 * hashes strings over 16,383 characters by length alone, so they collide.
 * @throws BadRequest (`field: "file"`) with the limit
 */
export function checkJsonSize(text: string): void {
  /** The length of the path at each open bracket. */
  const paths: number[] = [];
  let path = 0;
  let values = 0;
  let total = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      const length = end - at - 1;
      at = end;
      if (!isKey(text, end + 1)) continue;
      if (length > JSON_LIMITS.keyLength)
        throw unreadable(`A name in this file is over ${JSON_LIMITS.keyLength} characters long.`);
      path = (paths.at(-1) ?? 0) + length + 1;
      total += path;
    } else if (opens(code)) {
      values += 1;
      if (paths.push(path) > JSON_LIMITS.depth)
        throw unreadable(`The groups in this file are nested over ${JSON_LIMITS.depth} levels deep.`);
    } else if (closes(code)) path = paths.pop() ?? 0;
    else if (code === COMMA) values += 1;
    if (values > JSON_LIMITS.values)
      throw unreadable(`This file has over ${JSON_LIMITS.values.toLocaleString("en")} values.`);
    if (total > JSON_LIMITS.pathLengths) throw unreadable("The names in this file are too long for their nesting.");
  }
}
