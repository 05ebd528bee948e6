import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Secrets } from "./context";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Each purpose has its own key, derived from the named secret and these words. */
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

const keysOf = ({ secrets }: Sealing, purpose: Purpose): Buffer[] =>
  secrets[PURPOSES[purpose].by].map((secret) => derived(secret, PURPOSES[purpose].words, 32));

/** Ids to store with a row, to show which secret it needs. They reveal nothing. The first one encrypts. */
export const sealingKeyIds = ({ secrets }: Sealing, purpose: Purpose): string[] =>
  secrets[PURPOSES[purpose].by].map((secret) => derived(secret, "hub key id", 6).toString("hex"));

/**
 * Encrypts text, so that a copied database holds no working secret.
 * @param boundTo context that `unseal` must repeat
 */
export function seal(ctx: Sealing, purpose: Purpose, text: string, boundTo = ""): string {
  const [key] = keysOf(ctx, purpose);
  if (!key) throw new TypeError("no secret is configured to encrypt with");
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

/** Null if no configured secret decrypts it. */
export function unseal(ctx: Sealing, purpose: Purpose, sealed: string, boundTo = ""): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  for (const key of keysOf(ctx, purpose)) {
    const text = open(key, bytes, boundTo);
    if (text !== null) return text;
  }
  return null;
}
