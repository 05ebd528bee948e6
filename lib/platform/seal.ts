import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Secrets } from "./context";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What is sealed, each under a key of its own, and by which of the hub's secrets. The words are part of the key. */
const PURPOSES = {
  mail: { words: "hub mail outbox", by: "session" },
  authenticator: { words: "hub authenticator app", by: "session" },
  authenticatorSetUp: { words: "hub authenticator set-up", by: "session" },
  signingSecret: { words: "hub webhook signing secret", by: "encryption" },
} as const;
type Purpose = keyof typeof PURPOSES;

type Sealing = { secrets: Pick<Secrets, "session" | "encryption"> };

const derived = (secret: string, words: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", words, bytes));

/** The keys for a purpose: the first one seals, each one opens. */
const keysOf = ({ secrets }: Sealing, purpose: Purpose): Buffer[] =>
  secrets[PURPOSES[purpose].by].map((secret) => derived(secret, PURPOSES[purpose].words, 32));

/** Names of the secrets that the hub seals with, by which a row says whose it needs; they tell nothing of the secrets. The first one seals. */
export const sealingKeyIds = ({ secrets }: Sealing, purpose: Purpose): string[] =>
  secrets[PURPOSES[purpose].by].map((secret) => derived(secret, "hub key id", 6).toString("hex"));

/**
 * The text in a form that only this hub can read: who reads the database, or a copy of it, finds nothing that still works.
 * @param boundTo what it belongs to: it opens for nothing else
 */
export function seal(ctx: Sealing, purpose: Purpose, text: string, boundTo = ""): string {
  const [key] = keysOf(ctx, purpose);
  if (!key) throw new TypeError("there is no secret to seal with");
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(boundTo));
  const sealed = [cipher.update(text, "utf8"), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString("base64url");
}

function open(key: Buffer, sealed: Buffer, boundTo: string): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

/** What was sealed, or null where no present secret opens it. */
export function unseal(ctx: Sealing, purpose: Purpose, sealed: string, boundTo = ""): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  for (const key of keysOf(ctx, purpose)) {
    const text = open(key, bytes, boundTo);
    if (text !== null) return text;
  }
  return null;
}
