import { CompactSign } from "jose";
import { signingKeys as keyTable } from "@/db/schema";
import { VERSION_PROOF_TYPE, type VersionProof } from "@/lib/contract";
import { currentSigningKey, signingKeys } from "@/lib/platform/signing-key";
import type { Ctx } from "../context";

const PURPOSE = "hub version proofs";

/** Signs the statement with the hub's current key, whose public half is kept for verifiers. */
export async function signVersion(ctx: Ctx, statement: VersionProof): Promise<string> {
  const { id, jwk, secret } = currentSigningKey(ctx, PURPOSE);
  await ctx.db.insert(keyTable).values({ id, jwk, createdAt: ctx.now }).onConflictDoNothing();
  return new CompactSign(new TextEncoder().encode(JSON.stringify(statement)))
    .setProtectedHeader({ alg: "EdDSA", typ: VERSION_PROOF_TYPE, kid: id })
    .sign(secret);
}

/** Every public key that signed a version here or will sign the next, as a JWK set (RFC 7517). */
export async function versionKeys(ctx: Ctx) {
  const stored = await ctx.db.select({ id: keyTable.id, jwk: keyTable.jwk }).from(keyTable).orderBy(keyTable.createdAt);
  const known = new Set(stored.map(({ id }) => id));
  const unused = signingKeys(ctx, PURPOSE).filter(({ id }) => !known.has(id));
  return { keys: [...stored, ...unused].map(({ id, jwk }) => ({ ...jwk, kid: id, alg: "EdDSA", use: "sig" })) };
}
