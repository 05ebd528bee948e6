import { and, desc, eq, isNull } from "drizzle-orm";
import { handOvers, users } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/ids";
import { newLinkToken } from "@/lib/platform/key-format";
import type { Ctx } from "../context";
import { issueBoth, lockTool } from "../tool-credentials/issue-tool-credential";
import { targetOf } from "./create-setup-link";
import { lockByToken, makerIsAdmin, SetupLinkEnded } from "./find-setup-link";
import { type SetupLinkState, setupLinkState } from "./setup-link-rules";

const MAX_SHOWN = 20;

export interface SetupLink {
  id: string;
  name: string;
  state: SetupLinkState;
  createdBy: string | null;
  createdAt: Date;
  expiresAt: Date;
  openedAt: Date | null;
  revealedAt: Date | null;
  withdrawnAt: Date | null;
  /** The link or its setup page can still be withdrawn. */
  lives: boolean;
}

/** A tool's newest 20 links. @throws Forbidden for non-administrators */
export async function listSetupLinks(ctx: Ctx, { toolSlug }: { toolSlug: string }): Promise<SetupLink[]> {
  requireHubAdmin(ctx);
  const rows = await ctx.db
    .select({ link: handOvers, createdBy: users.name, makerIsAdmin })
    .from(handOvers)
    .leftJoin(users, eq(users.id, handOvers.createdBy))
    .where(eq(handOvers.toolSlug, toolSlug))
    .orderBy(desc(handOvers.createdAt), desc(handOvers.id))
    .limit(MAX_SHOWN);
  return rows.map(({ link, createdBy, makerIsAdmin }) => {
    const { id, name, createdAt, expiresAt, openedAt, revealedAt, withdrawnAt } = link;
    const state = setupLinkState({ ...link, makerIsAdmin }, ctx.now);
    const lives = state !== "withdrawn" && expiresAt > ctx.now;
    return { id, name, state, createdBy, createdAt, expiresAt, openedAt, revealedAt, withdrawnAt, lives };
  });
}

/**
 * Withdraws a link and closes its setup page. Revealed credentials work until revoked. @throws Forbidden for
 * non-administrators, ReauthRequired, NotFound for another tool's link or a withdrawn one
 */
export async function withdrawSetupLink(
  ctx: Ctx,
  { toolSlug, linkId }: { toolSlug: string; linkId: string },
): Promise<void> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  if (!isUuid(linkId)) throw new NotFound("There is no such link.");
  await inTransaction(ctx, async (tx) => {
    const tool = await lockTool(tx, { toolSlug });
    const own = and(eq(handOvers.id, linkId), eq(handOvers.toolSlug, toolSlug), isNull(handOvers.withdrawnAt));
    const [link] = await tx.db.update(handOvers).set({ withdrawnAt: ctx.now }).where(own).returning();
    if (!link) throw new NotFound("This link doesn't exist or is already withdrawn.");
    await recordAudit(tx, { brandId: null, action: "hand_over.withdrawn", target: targetOf(tool, link) });
  });
}

/** The hub doesn't know who uses a link. The entry's target is the link, which names its creator. */
export const LINK_ACTOR = { kind: "system", name: "setup link" } as const;

export interface RevealedSetupLink {
  id: string;
  toolSlug: string;
  appToken: string;
  signingSecret: string;
  /** Cookie value for returning to the setup page. */
  holder: string;
  /** Of the setup page, not of the credentials. */
  expiresAt: Date;
}

/**
 * Creates the tool's credentials and returns them once, even to concurrent calls. The link's creator owns them.
 * @throws SetupLinkEnded
 * @throws BadRequest if the tool is disabled or has too many credentials; the link stays usable
 */
export async function revealSetupLink(ctx: Ctx, { token }: { token: string }): Promise<RevealedSetupLink> {
  const revealed = await inTransaction({ ...ctx, actor: LINK_ACTOR }, async (tx) => {
    const found = await lockByToken(tx, { token });
    if (!found || (found.state !== "waiting" && found.state !== "opened")) throw new SetupLinkEnded();
    const { link, tool } = found;
    if (tool.status === "disabled")
      throw new BadRequest(
        "The tool is disabled. Ask the person who sent this link to enable it, then come back. The link still works.",
      );
    const { createdBy, name } = link;
    const { appToken, signingSecret } = await issueBoth(tx, { toolSlug: tool.slug, name, createdBy });
    const { token: holder, tokenHash: holderHash } = newLinkToken();
    const made = { appTokenId: appToken.id, signingSecretId: signingSecret.id };
    const use = { openedAt: link.openedAt ?? tx.now, revealedAt: tx.now, holderHash, ...made };
    // Demoting its creator withdraws a link without the tool's lock.
    const live = and(eq(handOvers.id, link.id), isNull(handOvers.withdrawnAt));
    const used = await tx.db.update(handOvers).set(use).where(live).returning({ id: handOvers.id });
    if (used.length === 0) throw new SetupLinkEnded();
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
