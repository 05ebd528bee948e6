import { createPublicKey, sign, verify } from "node:crypto";
import { desc, eq, isNull } from "drizzle-orm";
import { auditChains, auditCheckpoints } from "@/db/schema";
import { currentSigningKey, signingKeys } from "@/lib/platform/signing-key";
import type { Ctx } from "../../context";

export interface Checkpoint {
  chain: string;
  brand_id: string | null;
  sequence: number;
  hash: string;
  at: string;
}

const TYPE = "hub-audit-checkpoint";

const PURPOSE = "hub audit checkpoints";

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export const checkpointKeyId = (ctx: Pick<Ctx, "secrets">): string => currentSigningKey(ctx, PURPOSE).id;

export function checkpointJwk(ctx: Pick<Ctx, "secrets">) {
  const { id, jwk } = currentSigningKey(ctx, PURPOSE);
  return { ...jwk, kid: id, alg: "EdDSA", use: "sig" };
}

export function signCheckpoint(ctx: Pick<Ctx, "secrets">, checkpoint: Checkpoint): string {
  const { id, secret } = currentSigningKey(ctx, PURPOSE);
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
    const key = signingKeys(ctx, PURPOSE).find(({ id }) => id === kid);
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
