import { createHash, hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

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

/** The form of one kind of keys that the hub issues. */
interface KeyFormat {
  /** A new one: the prefix, 30 evenly random base62 characters (178 bits) and 6 of checksum. */
  make(bytes?: (size: number) => Uint8Array): string;
  /** True for text that has this form and the right checksum; a mistyped or made-up key is known without a query. */
  isForm(text: string): boolean;
  /** What may be shown of a key later on, to tell it from others. */
  visibleParts(key: string): { prefix: string; lastFour: string };
}

/** Declares a kind of keys by the prefix that tells people and secret scanners what they found. */
export function keyFormat(prefix: string): KeyFormat {
  const form = new RegExp(`^${prefix}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);
  return {
    make(bytes = randomBytes) {
      const random = randomBase62(RANDOM_LENGTH, bytes);
      return `${prefix}${random}${checksum(random)}`;
    },
    isForm(text) {
      const [, random, sum] = form.exec(text) ?? [];
      return random !== undefined && checksum(random) === sum;
    },
    visibleParts: (key) => ({ prefix: key.slice(0, prefix.length + 4), lastFour: key.slice(-4) }),
  };
}

/** The digest under which a key is stored. A plain hash suffices: there are too many keys to guess. */
export const hashKey = (key: string): string => hash("sha256", key, "hex");

const FORM = /^[A-Za-z0-9_-]{43}$/;

const digest = (token: string): string => createHash("sha256").update(token).digest("hex");

/** A token of 256 random bits for a link or a cookie, given once, with the digest that the hub keeps of it. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: digest(token) };
}

/** What the hub keeps of a token; null for what can be none, so that it is refused without a query. */
export const linkTokenHash = (token: string): string | null => (FORM.test(token) ? digest(token) : null);
