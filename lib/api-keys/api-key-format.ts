import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** Tells people and secret scanners whose key it is. */
export const API_KEY_PREFIX = "bih_";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${API_KEY_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** Bytes from here on would make the first characters of the alphabet likelier than the rest. */
const UNBIASED_BYTES = 256 - (256 % ALPHABET.length);

function randomBase62(length: number, bytes: (size: number) => Uint8Array): string {
  let text = "";
  while (text.length < length) {
    for (const byte of bytes(length)) {
      if (byte < UNBIASED_BYTES && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}

/** CRC-32 of the random part in base62, most significant first, padded with zeros: the form of GitHub's tokens. */
function checksum(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** A new API key: `bih_`, 30 evenly random base62 characters (178 bits) and 6 of checksum. */
export function makeApiKey(bytes: (size: number) => Uint8Array = randomBytes): string {
  const random = randomBase62(RANDOM_LENGTH, bytes);
  return `${API_KEY_PREFIX}${random}${checksum(random)}`;
}

/** True for text that has the form of an API key and the right checksum; a mistyped or made-up key is known without a query. */
export function isApiKeyForm(text: string): boolean {
  const [, random, sum] = FORM.exec(text) ?? [];
  return random !== undefined && checksum(random) === sum;
}

/** The digest under which a key is stored. A plain hash suffices: there are too many keys to guess. */
export const hashApiKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/** What may be shown of a key later on, to tell it from others. */
export const visibleParts = (key: string): { prefix: string; lastFour: string } => ({
  prefix: key.slice(0, API_KEY_PREFIX.length + 4),
  lastFour: key.slice(-4),
});
