import { and, eq, isNull } from "drizzle-orm";
import { handOvers } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { newLinkToken } from "@/lib/platform/link-token";
import type { Ctx } from "../context";
import { issueBoth } from "../tool-credentials/issue-both";
import { HandOverEnded, lockByToken } from "./find-hand-over";
import { targetOf } from "./make-hand-over";

/** Who acts where a link does: nobody whom the hub knows, by what an administrator made. The entry's target is the link, which says whose it is. */
export const BY_LINK = { kind: "system", name: "hand-over link" } as const;

/** What a link gives, this once. */
export interface RevealedHandOver {
  id: string;
  toolSlug: string;
  appToken: string;
  signingSecret: string;
  /** For the cookie of this browser, by which it comes back to the set-up page. */
  holder: string;
  /** When the set-up page ends; the credentials do not. */
  expiresAt: Date;
}

/**
 * Makes the credentials of the tool and gives them, once: of two at the same moment, one gets them. The entries say that the link did it, and
 * the credentials are its maker's.
 * @throws HandOverEnded
 * @throws BadRequest where the tool is disabled or has as many credentials as it may; the link is not spent then
 */
export async function revealHandOver(ctx: Ctx, { token }: { token: string }): Promise<RevealedHandOver> {
  const revealed = await inTransaction({ ...ctx, actor: BY_LINK }, async (tx) => {
    const found = await lockByToken(tx, { token });
    if (!found || (found.state !== "waiting" && found.state !== "opened")) throw new HandOverEnded();
    const { link, tool } = found;
    if (tool.status === "disabled")
      throw new BadRequest("The tool is disabled for now. The link stays good: ask who gave it to you, and come back.");
    const { createdBy, name } = link;
    const { appToken, signingSecret } = await issueBoth(tx, { toolSlug: tool.slug, name, createdBy });
    const { token: holder, tokenHash: holderHash } = newLinkToken();
    const made = { appTokenId: appToken.id, signingSecretId: signingSecret.id };
    const use = { openedAt: link.openedAt ?? tx.now, revealedAt: tx.now, holderHash, ...made };
    // Its maker may lose the right to make it without holding the tool.
    const live = and(eq(handOvers.id, link.id), isNull(handOvers.withdrawnAt));
    const used = await tx.db.update(handOvers).set(use).where(live).returning({ id: handOvers.id });
    if (used.length === 0) throw new HandOverEnded();
    await recordAudit(tx, {
      brandId: null,
      action: "hand_over.revealed",
      target: targetOf(tool, link),
      diff: { made_by: [null, createdBy], app_token: [null, appToken.id], signing_secret: [null, signingSecret.id] },
    });
    const { id, expiresAt } = link;
    const secrets = { appToken: appToken.secret, signingSecret: signingSecret.secret };
    return { id, toolSlug: tool.slug, ...secrets, holder, expiresAt };
  });
  ctx.wakeTick();
  return revealed;
}
