import { requireRecentProof, requireUser } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../context";
import { enqueueAccountMail } from "../account-mails";
import { changeFactors } from "./change-factors";
import { hasFactor } from "./list-factors";
import { replaceRecoveryCodes } from "./recovery-codes";

/** Replaces the ten recovery codes and returns them once. @throws ReauthRequired, or BadRequest without a factor */
export async function makeRecoveryCodes(ctx: Ctx): Promise<string[]> {
  requireUser(ctx);
  requireRecentProof(ctx);
  return changeFactors(ctx, async (inTx, { id: userId, name, email }) => {
    if (!(await hasFactor(inTx, { userId })))
      throw new BadRequest("Recovery codes replace a lost passkey or authenticator app. Set up one of these first.");
    const codes = await replaceRecoveryCodes(inTx, { userId });
    const target = { kind: "user", id: userId, label: name };
    await recordAudit(inTx, { brandId: null, action: "account.recovery_codes_made", target });
    const words = { url: `${ctx.baseUrl}/account/security` };
    await enqueueAccountMail(inTx, { kind: "account.recovery_codes_made", to: email, words });
    return codes;
  });
}
