import { eq } from "drizzle-orm";
import { brands } from "@/db/schema";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { MAX_APPROVALS } from "./limits";

/**
 * Says how many people must approve a draft before it is published, from now on and for what is under review; what is so already stays, without an entry.
 * @throws Forbidden for who is no owner, BadRequest for no such number
 */
export async function setApprovalsRequired(ctx: Ctx, input: { brandId: string; approvals: number }): Promise<void> {
  const { brandId, approvals } = input;
  await requirePermission(ctx, brandId, "own");
  if (!Number.isInteger(approvals) || approvals < 0 || approvals > MAX_APPROVALS)
    throw new BadRequest(`Choose a number from 0 to ${MAX_APPROVALS}.`, { field: "approvals" });
  await inTransaction(ctx, async (tx) => {
    const { brand } = await lockBrand(tx, brandId, "own");
    if (brand.approvalsRequired === approvals) return;
    await tx.db.update(brands).set({ approvalsRequired: approvals }).where(eq(brands.id, brandId));
    await recordAudit(tx, {
      brandId,
      action: "brand.approvals_set",
      target: { kind: "brand", id: brandId, label: brand.name },
      diff: { approvals_required: [brand.approvalsRequired, approvals] },
    });
  });
}
