import { createHash, hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

/** Higher bytes would favour the first letters. */
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

/** CRC-32 in base62, zero-padded, as in GitHub's tokens. */
function checksum(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

interface KeyFormat {
  /** Prefix, 30 random base62 characters (178 bits) and a 6-character checksum. */
  make(bytes?: (size: number) => Uint8Array): string;
  /** Checks the checksum too, so mistyped keys need no query. */
  isForm(text: string): boolean;
  visibleParts(key: string): { prefix: string; lastFour: string };
}

/** The prefix tells people and secret scanners what the key is. */
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

/** A plain hash is enough for 178 random bits. */
export const hashKey = (key: string): string => hash("sha256", key, "hex");

const FORM = /^[A-Za-z0-9_-]{43}$/;

const digest = (token: string): string => createHash("sha256").update(token).digest("hex");

/** 256 random bits for a link or cookie, and the digest to store. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: digest(token) };
}

/** Null for malformed tokens, which need no query. */
export const linkTokenHash = (token: string): string | null => (FORM.test(token) ? digest(token) : null);
