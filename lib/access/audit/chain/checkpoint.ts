import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from "node:crypto";
import { desc, eq, isNull } from "drizzle-orm";
import { auditChains, auditCheckpoints } from "@/db/schema";
import type { Ctx } from "../../context";

export interface Checkpoint {
  chain: string;
  brand_id: string | null;
  sequence: number;
  hash: string;
  at: string;
}

/** PKCS #8 prefix of a 32-byte Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const TYPE = "hub-audit-checkpoint";

interface SigningKey {
  id: string;
  jwk: { kty?: string; crv?: string; x?: string };
  secret: KeyObject;
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The first key signs; all of them verify. */
function keysOf({ secrets }: Pick<Ctx, "secrets">): SigningKey[] {
  return secrets.session.map((session) => {
    const seed = Buffer.from(hkdfSync("sha256", session, "", "hub audit checkpoints", 32));
    const secret = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
    const { kty, crv, x } = createPublicKey(secret).export({ format: "jwk" });
    // RFC 7638 fixes these members and their order.
    const id = createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
    return { id, jwk: { kty, crv, x }, secret };
  });
}

function signingKey(ctx: Pick<Ctx, "secrets">): SigningKey {
  const [key] = keysOf(ctx);
  if (!key) throw new TypeError("no session secret is configured");
  return key;
}

export const checkpointKeyId = (ctx: Pick<Ctx, "secrets">): string => signingKey(ctx).id;

/** For verifying checkpoints. */
export function checkpointJwk(ctx: Pick<Ctx, "secrets">) {
  const { id, jwk } = signingKey(ctx);
  return { ...jwk, kid: id, alg: "EdDSA", use: "sig" };
}

export function signCheckpoint(ctx: Pick<Ctx, "secrets">, checkpoint: Checkpoint): string {
  const { id, secret } = signingKey(ctx);
  const signed = `${base64url({ alg: "EdDSA", typ: TYPE, kid: id })}.${base64url(checkpoint)}`;
  return `${signed}.${sign(null, Buffer.from(signed), secret).toString("base64url")}`;
}

/** `known` is false if its key is no longer configured. Returns null if it is forged. */
export function readCheckpoint(
  ctx: Pick<Ctx, "secrets">,
  token: string,
): { checkpoint: Checkpoint; known: boolean } | null {
  try {
    const [header = "", payload = "", signature = ""] = token.split(".");
    const { kid, alg, typ } = JSON.parse(Buffer.from(header, "base64url").toString());
    const checkpoint: Checkpoint = JSON.parse(Buffer.from(payload, "base64url").toString());
    if (alg !== "EdDSA" || typ !== TYPE) return null;
    const key = keysOf(ctx).find(({ id }) => id === kid);
    if (!key) return { checkpoint, known: false };
    const signed = Buffer.from(`${header}.${payload}`);
    const valid = verify(null, signed, createPublicKey(key.secret), Buffer.from(signature, "base64url"));
    return valid ? { checkpoint, known: true } : null;
  } catch {
    return null;
  }
}

const NEWEST = 400;

/** The caller has checked permission. */
export async function newestCheckpoints({ db }: Ctx, brandId: string | null): Promise<string[]> {
  const rows = await db
    .select({ token: auditCheckpoints.token })
    .from(auditCheckpoints)
    .innerJoin(auditChains, eq(auditChains.id, auditCheckpoints.chainId))
    .where(brandId === null ? isNull(auditChains.brandId) : eq(auditChains.brandId, brandId))
    .orderBy(desc(auditCheckpoints.sequence))
    .limit(NEWEST);
  return rows.map(({ token }) => token);
}
