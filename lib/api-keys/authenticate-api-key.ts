import { and, eq, isNull, lt, or } from "drizzle-orm";
import { apiKeys, brands } from "@/db/schema";
import type { ApiKeyActor, Ctx } from "@/lib/kernel/context";
import { Unauthorized } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { hashApiKey, isApiKeyForm } from "./api-key-format";

const USED_INTERVAL_MS = 60_000;

/** A key that can't be marked as used is no reason to turn its holder away. */
async function markUsed({ db, now }: Ctx, id: string): Promise<void> {
  const due = new Date(now.getTime() - USED_INTERVAL_MS);
  const stale = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, due));
  try {
    await db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, id), stale));
  } catch (error) {
    log.warn({ err: error }, "an API key could not be marked as used");
  }
}

/** 401: a key that was good once. Whose it was is known, so that its owner can see that something still uses it. */
export class EndedApiKey extends Unauthorized {
  constructor(readonly actor: ApiKeyActor) {
    super();
  }
}

/**
 * The actor that a key stands for, or null when its checksum is wrong (without a query), it is unknown, or its brand is
 * archived. One query, and at most once a minute a second one that writes when it was last used.
 * Anybody may try: the key is the proof. @throws EndedApiKey when it is revoked or expired
 */
export async function authenticateApiKey(ctx: Ctx, { key }: { key: string }): Promise<ApiKeyActor | null> {
  if (!isApiKeyForm(key)) return null;
  const { id, brandId, lastUsedAt, revokedAt, expiresAt } = apiKeys;
  const [row] = await ctx.db
    .select({ id, brandId, lastUsedAt, revokedAt, expiresAt })
    .from(apiKeys)
    .innerJoin(brands, eq(brands.id, apiKeys.brandId))
    .where(and(eq(apiKeys.keyHash, hashApiKey(key)), isNull(brands.archivedAt)));
  if (!row) return null;
  const actor: ApiKeyActor = { kind: "api-key", apiKeyId: row.id, brandId: row.brandId };
  if (row.revokedAt || (row.expiresAt && row.expiresAt <= ctx.now)) throw new EndedApiKey(actor);
  const sinceUsedMs = row.lastUsedAt ? ctx.now.getTime() - row.lastUsedAt.getTime() : Number.POSITIVE_INFINITY;
  if (sinceUsedMs > USED_INTERVAL_MS) await markUsed(ctx, row.id);
  return actor;
}
