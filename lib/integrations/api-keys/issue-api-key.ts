import { and, eq, isNull } from "drizzle-orm";
import { pick } from "@/db/pick";
import { apiKeys } from "@/db/schema";
import { lockBrand, recordAudit, requirePermission, requireQuota } from "@/lib/access/server";
import { type ApiKeyScope, DEFAULT_API_KEY_SCOPES } from "@/lib/contract";
import { inTransaction, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { hashKey } from "@/lib/platform/key-format";
import { budgetChanges, requireBudget } from "@/lib/platform/limits/budgets";
import { apiKeyCeiling, type OwnBudget } from "@/lib/platform/limits/credential-budget";
import { requireText } from "@/lib/platform/require-text";
import type { Ctx } from "../context";
import { MAX_CREDENTIAL_NAME_LENGTH } from "../tool-credentials/credential-rules";
import { earlier, requireFuture, requireKeyScopes, sameLifetime } from "./key-input";
import { makeApiKey, visibleParts } from "./read-api-keys";

/** Shown once. The hub stores only a hash. */
export type IssuedApiKey = Awaited<ReturnType<typeof insertApiKey>>;

interface NewApiKey {
  brandId: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  expiresAt: Date | null;
  createdBy: string;
  /** The hub's limit applies if omitted. */
  budgetPerMinute?: number | null;
  budgetConcurrent?: number | null;
}

/** The caller writes the audit entry in the same transaction. */
export async function insertApiKey({ db, now }: Ctx, values: NewApiKey) {
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
 * Issues an API key. The key is returned only here.
 * @param input.expiresAt null for never
 * @throws NotFound, Forbidden without `manage`, ReauthRequired, QuotaExceeded
 * @throws BadRequest for an invalid name, no scope or an unknown one, or an expiry in the past
 */
export async function issueApiKey(
  ctx: Ctx,
  input: { brandId: string; name: string; expiresAt: Date | null; scopes?: readonly string[] },
): Promise<IssuedApiKey> {
  const { userId, brand } = await requirePermission(ctx, input.brandId, "manage");
  requireRecentProof(ctx);
  const name = requireText(input.name, { ask: "Give the key a name", max: MAX_CREDENTIAL_NAME_LENGTH });
  const scopes = requireKeyScopes(input.scopes ?? DEFAULT_API_KEY_SCOPES);
  const { expiresAt } = input;
  requireFuture(expiresAt, ctx.now);
  return inTransaction(ctx, async (inTx) => {
    await requireQuota(inTx, { brandId: brand.id, adding: { apiKeys: 1 } });
    const issued = await insertApiKey(inTx, { brandId: brand.id, name, scopes, expiresAt, createdBy: userId });
    const target = { kind: "api_key", id: issued.id, label: name };
    await recordAudit(inTx, { brandId: brand.id, action: "api_key.issued", target, diff: { scopes: [null, scopes] } });
    return issued;
  });
}

interface KeyOfBrand {
  brandId: string;
  apiKeyId: string;
}

const unrevoked = ({ brandId, apiKeyId }: KeyOfBrand) =>
  and(eq(apiKeys.id, apiKeyId), eq(apiKeys.brandId, brandId), isNull(apiKeys.revokedAt));

type KeyRow = typeof apiKeys.$inferSelect;

function requireUnexpired(key: KeyRow | undefined, now: Date): asserts key is KeyRow {
  if (!key || (key.expiresAt && key.expiresAt <= now))
    throw new NotFound("This key doesn't exist or is no longer active.");
}

/** @throws NotFound, also for another brand's key or a revoked one, Forbidden without `manage` */
export async function revokeApiKey(ctx: Ctx, input: KeyOfBrand): Promise<void> {
  const { brand } = await requirePermission(ctx, input.brandId, "manage");
  await inTransaction(ctx, async (inTx) => {
    await lockBrand(inTx, brand.id, "manage");
    const [revoked] = await inTx.db
      .update(apiKeys)
      .set({ revokedAt: ctx.now })
      .where(unrevoked(input))
      .returning(pick(apiKeys, "id", "name"));
    if (!revoked) throw new NotFound("This key doesn't exist or is already revoked.");
    const target = { kind: "api_key", id: revoked.id, label: revoked.name };
    await recordAudit(inTx, { brandId: brand.id, action: "api_key.revoked", target });
  });
}

/**
 * Sets a key's own rate limit, up to the hub's ceiling; null restores the hub's. Applies from the next request. Returns
 * false if nothing changed.
 * @throws NotFound, also for another brand's key or an inactive one, Forbidden unless the user owns the brand,
 *   ReauthRequired, BadRequest with the invalid field
 */
export async function setApiKeyBudget(ctx: Ctx, input: KeyOfBrand & { budget: OwnBudget }): Promise<boolean> {
  const { brand } = await requirePermission(ctx, input.brandId, "own");
  requireRecentProof(ctx);
  const { budget } = input;
  requireBudget(budget, apiKeyCeiling(ctx.budgets));
  return inTransaction(ctx, async (tx) => {
    await lockBrand(tx, brand.id, "own");
    const [key] = await tx.db.select().from(apiKeys).where(unrevoked(input));
    requireUnexpired(key, ctx.now);
    const diff = budgetChanges({ perMinute: key.budgetPerMinute, concurrent: key.budgetConcurrent }, budget);
    if (!diff) return false;
    const set = { budgetPerMinute: budget.perMinute, budgetConcurrent: budget.concurrent };
    await tx.db.update(apiKeys).set(set).where(eq(apiKeys.id, key.id));
    const target = { kind: "api_key", id: key.id, label: key.name };
    await recordAudit(tx, { brandId: brand.id, action: "api_key.budget_changed", target, diff });
    return true;
  });
}

/** Enough time to redeploy what uses the old key. */
const MAX_OVERLAP_MS = 30 * 24 * 60 * 60 * 1000;

export interface RotatedApiKey extends IssuedApiKey {
  oldKeyExpiresAt: Date;
}

/**
 * Replaces an active key by one with the same name, scopes, lifetime and rate limit. The old key works for the overlap.
 * @param input.overlapMs 0 to 30 days, a day by default
 * @throws NotFound, also for another brand's key or one that is inactive or already rotated, Forbidden without
 *   `manage`, ReauthRequired, QuotaExceeded if the old key keeps working
 */
export async function rotateApiKey(ctx: Ctx, input: KeyOfBrand & { overlapMs?: number }): Promise<RotatedApiKey> {
  const { userId, brand } = await requirePermission(ctx, input.brandId, "manage");
  requireRecentProof(ctx);
  const overlapMs = input.overlapMs ?? 24 * 60 * 60 * 1000;
  if (!(overlapMs >= 0 && overlapMs <= MAX_OVERLAP_MS)) {
    throw new BadRequest("The old key can stay active for 0 to 30 days.", { field: "overlapMs" });
  }
  return inTransaction(ctx, async (inTx) => {
    await lockBrand(inTx, brand.id, "manage");
    // Without an overlap the number of keys doesn't grow.
    if (overlapMs > 0) await requireQuota(inTx, { brandId: brand.id, adding: { apiKeys: 1 } });
    const rotatable = and(unrevoked(input), isNull(apiKeys.replacedBy));
    const [old] = await inTx.db.select().from(apiKeys).where(rotatable).for("update");
    requireUnexpired(old, ctx.now);
    const { name, scopes, budgetPerMinute, budgetConcurrent } = old;
    const kept = { name, scopes, budgetPerMinute, budgetConcurrent, expiresAt: sameLifetime(old, ctx.now) };
    const issued = await insertApiKey(inTx, { brandId: brand.id, createdBy: userId, ...kept });
    const oldExpiresAt = earlier(old.expiresAt, new Date(ctx.now.getTime() + overlapMs));
    await inTx.db.update(apiKeys).set({ replacedBy: issued.id, expiresAt: oldExpiresAt }).where(eq(apiKeys.id, old.id));
    const target = { kind: "api_key", id: old.id, label: old.name };
    const diff: Record<string, [unknown, unknown]> = {
      key: [old.id, issued.id],
      old_key_expires_at: [old.expiresAt, oldExpiresAt],
    };
    await recordAudit(inTx, { brandId: brand.id, action: "api_key.rotated", target, diff });
    return { ...issued, oldKeyExpiresAt: oldExpiresAt };
  });
}
