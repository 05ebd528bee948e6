import { and, eq, inArray, isNotNull, lte, or } from "drizzle-orm";
import { toolCredentials } from "@/db/schema";
import { requireOperator } from "@/lib/platform/context";
import { seal, sealingKeyIds } from "@/lib/platform/seal";
import type { Ctx } from "../context";
import { boundTo } from "./issue-tool-credential";
import { openSecret } from "./signing-secrets";

const AT_A_TIME = 100;

/**
 * Forgets signing secrets that have ended, and seals those anew that an older key of HUB_ENCRYPTION_KEY sealed, so that it can be taken out
 * of the list. What a key sealed that is not in the list stays as it is: it may come back.
 */
export async function runCredentialTick(ctx: Ctx): Promise<{ forgotten: number; sealedAnew: number }> {
  requireOperator(ctx);
  const { db, now } = ctx;
  const ended = await db
    .update(toolCredentials)
    .set({ sealed: null, keyId: null })
    .where(
      and(
        isNotNull(toolCredentials.sealed),
        or(isNotNull(toolCredentials.revokedAt), lte(toolCredentials.expiresAt, now)),
      ),
    )
    .returning({ id: toolCredentials.id });
  const [keyId, ...older] = sealingKeyIds(ctx, "signingSecret");
  if (keyId === undefined || older.length === 0) return { forgotten: ended.length, sealedAnew: 0 };
  const rows = await db
    .select({ id: toolCredentials.id, toolSlug: toolCredentials.toolSlug, sealed: toolCredentials.sealed })
    .from(toolCredentials)
    .where(and(isNotNull(toolCredentials.sealed), inArray(toolCredentials.keyId, older)))
    .limit(AT_A_TIME);
  let sealedAnew = 0;
  for (const row of rows) {
    const secret = openSecret(ctx, row);
    if (secret === null) continue;
    // Whoever has revoked it meanwhile has emptied it.
    const written = await db
      .update(toolCredentials)
      .set({ sealed: seal(ctx, "signingSecret", secret, boundTo(row)), keyId })
      .where(and(eq(toolCredentials.id, row.id), isNotNull(toolCredentials.sealed)))
      .returning({ id: toolCredentials.id });
    sealedAnew += written.length;
  }
  return { forgotten: ended.length, sealedAnew };
}
