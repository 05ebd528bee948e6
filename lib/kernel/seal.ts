import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Secrets } from "./context";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What is sealed, each under a key of its own. The words are part of the key. */
const PURPOSES = {
  mail: "hub mail outbox",
  authenticator: "hub authenticator app",
  authenticatorSetUp: "hub authenticator set-up",
} as const;
type Purpose = keyof typeof PURPOSES;

type Sealing = { secrets: Pick<Secrets, "session"> };

/** The keys for a purpose: the first one seals, each one opens. */
const keysOf = ({ secrets }: Sealing, purpose: Purpose): Buffer[] =>
  secrets.session.map((secret) => Buffer.from(hkdfSync("sha256", secret, "", PURPOSES[purpose], 32)));

/** The text in a form that only this hub can read: who reads the database, or a copy of it, finds nothing that still works. */
export function seal(ctx: Sealing, purpose: Purpose, text: string): string {
  const [key] = keysOf(ctx, purpose);
  if (!key) throw new TypeError("there is no secret to seal with");
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const sealed = [cipher.update(text, "utf8"), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString("base64url");
}

function open(key: Buffer, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

/** What was sealed, or null where no present secret opens it. */
export function unseal(ctx: Sealing, purpose: Purpose, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  for (const key of keysOf(ctx, purpose)) {
    const text = open(key, bytes);
    if (text !== null) return text;
  }
  return null;
}
