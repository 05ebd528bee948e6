import { UnsupportedFile } from "../errors";

const SINGLE_BYTE = /^(?:iso-8859-1|latin1|windows-1252)$/i;
const UNICODE = /^(?:utf-?8|utf-?16(?:le|be)?|us-ascii)$/i;

/**
 * Gives the text of an XML file, or throws `UnsupportedFile`. A byte order mark decides, then the declaration (XML 1.0,
 * appendix F). Only encodings that cannot hide markup are read; UTF-7, for one, can.
 */
export function decodeText(bytes: Buffer): string {
  const declared = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(bytes.toString("latin1", 0, 256))?.[1];
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, "utf-16be");
  if (declared === undefined || UNICODE.test(declared)) return decode(bytes, "utf-8");
  if (SINGLE_BYTE.test(declared)) return decode(bytes, "windows-1252");
  throw new UnsupportedFile("file_invalid", "This SVG is in an uncommon text encoding. Save it as UTF-8.");
}

function decode(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnsupportedFile("file_invalid", "This SVG's text is damaged. Save it as UTF-8.", { cause });
  }
}
