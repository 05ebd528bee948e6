import { apiKeys } from "@/db/schema";
import { recordAudit, requirePermission, requireRoom } from "@/lib/access/server";
import { type ApiKeyScope, DEFAULT_API_KEY_SCOPES } from "@/lib/contract";
import { requireRecentProof } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { hashKey } from "@/lib/platform/key-format";
import type { Ctx } from "../context";
import { makeApiKey, visibleParts } from "./api-key-format";
import { requireKeyName, requireKeyScopes } from "./key-input";

/** A key as it is shown once to the person who asked for it; the hub keeps only its digest. */
export interface IssuedApiKey {
  id: string;
  key: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  expiresAt: Date | null;
}

interface NewApiKey {
  brandId: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  expiresAt: Date | null;
  createdBy: string;
  /** A budget of its own; the hub's where they are left out. */
  budgetPerMinute?: number | null;
  budgetConcurrent?: number | null;
}

/** @throws BadRequest for an expiry that is not in the future */
export function requireFuture(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return;
  throw new BadRequest("The key must expire in the future, or never.", { field: "expiresAt" });
}

/** Makes a key and writes its row; the caller's transaction adds the audit entry. */
export async function insertApiKey({ db, now }: Ctx, values: NewApiKey): Promise<IssuedApiKey> {
  const key = makeApiKey();
  const id = newId();
  await db.insert(apiKeys).values({
    ...values,
    scopes: [...values.scopes],
    ...visibleParts(key),
    id,
    keyHash: hashKey(key),
    createdAt: now,
  });
  const { name, scopes, expiresAt } = values;
  return { id, key, name, scopes, expiresAt };
}

/**
 * Issues an API key for the brand and gives it this once, with its audit entry written in the same transaction.
 * @param input.expiresAt null for never
 * @param input.scopes what it may do; what keys can do by default unless given
 * @throws NotFound, Forbidden unless the acting user may manage the brand
 * @throws QuotaExceeded when the brand has as many keys as it may
 * @throws ProofNeeded
 * @throws BadRequest for a name that is empty or over 100 characters, no scope or an unknown one, or an expiry in the past
 */
export async function issueApiKey(
  ctx: Ctx,
  input: { brandId: string; name: string; expiresAt: Date | null; scopes?: readonly string[] },
): Promise<IssuedApiKey> {
  const { userId, brand } = await requirePermission(ctx, input.brandId, "manage");
  requireRecentProof(ctx);
  const name = requireKeyName(input.name);
  const scopes = requireKeyScopes(input.scopes ?? DEFAULT_API_KEY_SCOPES);
  const { expiresAt } = input;
  requireFuture(expiresAt, ctx.now);
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    await requireRoom(inTx, { brandId: brand.id, adding: { apiKeys: 1 } });
    const issued = await insertApiKey(inTx, { brandId: brand.id, name, scopes, expiresAt, createdBy: userId });
    const target = { kind: "api_key", id: issued.id, label: name };
    await recordAudit(inTx, { brandId: brand.id, action: "api_key.issued", target, diff: { scopes: [null, scopes] } });
    return issued;
  });
}
