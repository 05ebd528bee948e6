import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from "node:crypto";

/** PKCS #8 prefix of a 32-byte Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

export interface SigningKey {
  /** The key's thumbprint (RFC 7638). */
  id: string;
  jwk: { kty?: string; crv?: string; x?: string };
  secret: KeyObject;
}

/** One Ed25519 key of `purpose` per session secret, the current one first. */
export function signingKeys({ secrets }: { secrets: { session: readonly string[] } }, purpose: string): SigningKey[] {
  return secrets.session.map((session) => {
    const seed = Buffer.from(hkdfSync("sha256", session, "", purpose, 32));
    const secret = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
    const { kty, crv, x } = createPublicKey(secret).export({ format: "jwk" });
    // RFC 7638 fixes these members and their order.
    const id = createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
    return { id, jwk: { kty, crv, x }, secret };
  });
}

/** @throws TypeError without a session secret */
export function currentSigningKey(ctx: { secrets: { session: readonly string[] } }, purpose: string): SigningKey {
  const [key] = signingKeys(ctx, purpose);
  if (!key) throw new TypeError("no session secret is configured");
  return key;
}
