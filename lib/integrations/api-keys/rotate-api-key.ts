import { and, eq, isNull } from "drizzle-orm";
import { apiKeys } from "@/db/schema";
import { lockBrand, recordAudit, requirePermission, requireRoom } from "@/lib/access/server";
import { requireRecentProof } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { type IssuedApiKey, insertApiKey } from "./issue-api-key";

/** Long enough for every deployment that holds the old key. */
const MAX_OVERLAP_MS = 30 * 24 * 60 * 60 * 1000;

/** A new key and the end of the one whose place it takes. */
export interface RotatedApiKey extends IssuedApiKey {
  oldKeyExpiresAt: Date;
}

const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);

/**
 * Puts a new key of the same name, scopes, lifetime and budget in an active key's place; the old one works on for the overlap, then expires.
 * @param input.overlapMs 0 to 30 days; a day unless given
 * @throws NotFound, Forbidden unless the acting user may manage the brand
 * @throws QuotaExceeded when the brand has as many keys as it may and the old one is to work on
 * @throws ProofNeeded
 * @throws NotFound for a key of another brand, or one that is revoked, expired or rotated already
 */
export async function rotateApiKey(
  ctx: Ctx,
  input: { brandId: string; apiKeyId: string; overlapMs?: number },
): Promise<RotatedApiKey> {
  const { userId, brand } = await requirePermission(ctx, input.brandId, "manage");
  requireRecentProof(ctx);
  const overlapMs = input.overlapMs ?? 24 * 60 * 60 * 1000;
  if (!(overlapMs >= 0 && overlapMs <= MAX_OVERLAP_MS)) {
    throw new BadRequest("The old key may work on for 0 to 30 days.", { field: "overlapMs" });
  }
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    await lockBrand(inTx, brand.id, "manage");
    // Without an overlap there are as many keys as before.
    if (overlapMs > 0) await requireRoom(inTx, { brandId: brand.id, adding: { apiKeys: 1 } });
    const rotatable = and(
      eq(apiKeys.id, input.apiKeyId),
      eq(apiKeys.brandId, brand.id),
      isNull(apiKeys.revokedAt),
      isNull(apiKeys.replacedBy),
    );
    const [old] = await tx.select().from(apiKeys).where(rotatable).for("update");
    if (!old || (old.expiresAt && old.expiresAt <= ctx.now)) throw new NotFound("There is no such active key.");
    const expiresAt = old.expiresAt && new Date(ctx.now.getTime() + old.expiresAt.getTime() - old.createdAt.getTime());
    const { name, scopes, budgetPerMinute, budgetConcurrent } = old;
    const budget = { budgetPerMinute, budgetConcurrent };
    const kept = { name, scopes, ...budget };
    const issued = await insertApiKey(inTx, { brandId: brand.id, expiresAt, createdBy: userId, ...kept });
    const oldExpiresAt = earlier(old.expiresAt, new Date(ctx.now.getTime() + overlapMs));
    await tx.update(apiKeys).set({ replacedBy: issued.id, expiresAt: oldExpiresAt }).where(eq(apiKeys.id, old.id));
    const target = { kind: "api_key", id: old.id, label: old.name };
    const diff: Record<string, [unknown, unknown]> = {
      key: [old.id, issued.id],
      old_key_expires_at: [old.expiresAt, oldExpiresAt],
    };
    await recordAudit(inTx, { brandId: brand.id, action: "api_key.rotated", target, diff });
    return { ...issued, oldKeyExpiresAt: oldExpiresAt };
  });
}
