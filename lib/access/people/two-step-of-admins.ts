import { eq } from "drizzle-orm";
import { hubSettings } from "@/db/schema";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";

const SETTINGS = { only: true } as const;

/** Whether the hub requires two-step sign-in of its administrators. @throws Forbidden unless one of them asks */
export async function readTwoStepOfAdmins(ctx: Ctx): Promise<boolean> {
  requireHubAdmin(ctx);
  const [settings] = await ctx.db.select().from(hubSettings);
  return settings?.twoStepOfAdmins ?? false;
}

/**
 * Has the hub require two-step sign-in of its administrators, or no more, at once and with an audit entry.
 * @throws Forbidden unless one of them asks, ProofNeeded
 * @throws BadRequest for one who would lock themselves out: whose own session is a weak one
 */
export async function setTwoStepOfAdmins(ctx: Ctx, { on }: { on: boolean }): Promise<void> {
  const { session } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  if (on && !session?.strong)
    throw new BadRequest(
      "Set up two-step sign-in in your own account first, and confirm with it, so that you stay in.",
    );
  await inTransaction(ctx, async (inTx) => {
    await inTx.db.insert(hubSettings).values(SETTINGS).onConflictDoNothing();
    const [before] = await inTx.db.select().from(hubSettings).where(eq(hubSettings.only, true)).for("update");
    if (before?.twoStepOfAdmins === on) return;
    await inTx.db.update(hubSettings).set({ twoStepOfAdmins: on });
    await recordAudit(inTx, {
      brandId: null,
      action: on ? "sign_in.two_step_required" : "sign_in.two_step_lifted",
      target: { kind: "hub", id: "administrators", label: "hub administrators" },
    });
  });
}
