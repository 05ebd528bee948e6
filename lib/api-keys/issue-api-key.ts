import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";
import { type IssuedApiKey, insertApiKey, requireFuture, requireKeyName } from "./new-api-key";

/**
 * Issues an API key for the brand and gives it this once, with its audit entry written in the same transaction.
 * @param input.expiresAt null for never
 * @throws NotFound, Forbidden unless the acting user may manage the brand
 * @throws BadRequest for a name that is empty or over 100 characters, or an expiry in the past
 */
export async function issueApiKey(
  ctx: Ctx,
  input: { brandId: string; name: string; expiresAt: Date | null },
): Promise<IssuedApiKey> {
  const { userId, brand } = await requirePermission(ctx, input.brandId, "manage");
  const name = requireKeyName(input.name);
  const { expiresAt } = input;
  requireFuture(expiresAt, ctx.now);
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    const issued = await insertApiKey(inTx, { brandId: brand.id, name, expiresAt, createdBy: userId });
    const target = { kind: "api_key", id: issued.id, label: name };
    await recordAudit(inTx, { brandId: brand.id, action: "api_key.issued", target });
    return issued;
  });
}
