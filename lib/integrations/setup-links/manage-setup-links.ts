import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { handOvers, TOOL_CREDENTIAL_KINDS, users } from "@/db/schema";
import { holdSession, recordAudit } from "@/lib/access/server";
import { inTransaction, requireHubAdmin, requireHubAdminOrOperator, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { isUuid, newId } from "@/lib/platform/ids";
import { newLinkToken } from "@/lib/platform/key-format";
import { requireText } from "@/lib/platform/require-text";
import type { Ctx } from "../context";
import type { ToolCredentialKind } from "../tool-credentials/credential-rules";
import {
  EncryptionKeyMissing,
  type IssuedToolCredential,
  issueBoth,
  issueToolCredential,
  requireActiveLimits,
  requireEncryptionKey,
} from "../tool-credentials/issue-tool-credential";
import { lockTool, registerTool, type Tool } from "../tools/edit-tool";
import { lockByToken, makerIsAdmin, SetupLinkEnded, setupLinkPath } from "./find-setup-link";
import { DEFAULT_HOURS, MAX_HOURS, MAX_SETUP_LINK_NAME_LENGTH, setupLinkState } from "./setup-link-rules";

const HOUR_MS = 60 * 60_000;
const Hours = z.number().int().min(1).max(MAX_HOURS);

/** Shown once. The hub stores only a hash. */
export type NewSetupLink = Awaited<ReturnType<typeof createSetupLink>>;

export const targetOf = (tool: { name: string }, { id, name }: { id: string; name: string }) => ({
  kind: "hand_over",
  id,
  label: `${tool.name}: ${name}`,
});

/**
 * Creates a setup link. Credentials are created when it is used.
 * @throws Forbidden for non-administrators, ReauthRequired, Unauthorized once their session ended
 * @throws NotFound for an unknown tool
 * @throws BadRequest for an invalid name or duration, without an encryption key, or with too many credentials
 */
export async function createSetupLink(ctx: Ctx, input: { toolSlug: string; name: string; hours: number }) {
  const { userId: createdBy } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  const { toolSlug } = input;
  const name = requireText(input.name, { ask: "Enter a recipient", max: MAX_SETUP_LINK_NAME_LENGTH });
  const hours = Hours.safeParse(input.hours);
  if (!hours.success) throw new BadRequest(`A link can last 1 to ${MAX_HOURS} hours.`, { field: "hours" });
  const { token, tokenHash } = newLinkToken();
  const link = { id: newId(), name, expiresAt: new Date(ctx.now.getTime() + hours.data * HOUR_MS) };
  await inTransaction(ctx, async (tx) => {
    await holdSession(tx);
    const tool = await lockTool(tx, { toolSlug });
    await requireActiveLimits(tx, { toolSlug });
    await tx.db.insert(handOvers).values({ ...link, toolSlug, tokenHash, createdBy, createdAt: ctx.now });
    const diff: Record<string, [unknown, unknown]> = { expires_at: [null, link.expiresAt] };
    await recordAudit(tx, { brandId: null, action: "hand_over.made", target: targetOf(tool, link), diff });
  });
  return { ...link, url: new URL(setupLinkPath(token), ctx.baseUrl).href };
}

const DEFAULT_NAME = "Operator";

/**
 * Registers a tool with a setup link instead of credentials.
 * @throws Forbidden for non-administrators, ReauthRequired, BadRequest with every invalid field
 * @throws EncryptionKeyMissing before anything is registered
 */
export async function registerWithSetupLink(
  ctx: Ctx,
  input: Parameters<typeof registerTool>[1],
): Promise<{ tool: Tool; link: NewSetupLink }> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  requireEncryptionKey(ctx);
  const tool = await registerTool(ctx, input);
  return { tool, link: await createSetupLink(ctx, { toolSlug: tool.slug, name: DEFAULT_NAME, hours: DEFAULT_HOURS }) };
}

const CREDENTIAL_NAME = "Production";

/**
 * Registers a tool with its first credentials, all or nothing. Without an encryption key it gets only its app token,
 * and `lacking` says why.
 * @throws Forbidden unless administrator or operator, ReauthRequired, BadRequest with every invalid field
 */
export async function registerWithCredentials(
  ctx: Ctx,
  {
    kinds = TOOL_CREDENTIAL_KINDS,
    ...input
  }: Parameters<typeof registerTool>[1] & { kinds?: readonly ToolCredentialKind[] },
): Promise<{ tool: Tool; revealed: IssuedToolCredential[]; lacking?: string }> {
  requireHubAdminOrOperator(ctx);
  requireRecentProof(ctx);
  const revealed: IssuedToolCredential[] = [];
  let lacking: string | undefined;
  const alsoDo = async (tx: Ctx, { slug: toolSlug }: Tool) => {
    for (const kind of kinds)
      try {
        revealed.push(await issueToolCredential(tx, { toolSlug, name: CREDENTIAL_NAME, expiresAt: null, kind }));
      } catch (error) {
        if (!(error instanceof EncryptionKeyMissing)) throw error;
        lacking = error.message;
      }
  };
  return { tool: await registerTool(ctx, { ...input, alsoDo }), revealed, lacking };
}

const MAX_SHOWN = 20;

export type SetupLink = Awaited<ReturnType<typeof listSetupLinks>>[number];

/** A tool's newest 20 links. @throws Forbidden for non-administrators */
export async function listSetupLinks(ctx: Ctx, { toolSlug }: { toolSlug: string }) {
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
    // It or its setup page can still be withdrawn.
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

export type RevealedSetupLink = Awaited<ReturnType<typeof revealSetupLink>>;

/**
 * Creates the tool's credentials and returns them once, even to concurrent calls. The link's creator owns them.
 * `holder` is the cookie value for returning to the setup page, which lasts until `expiresAt`.
 * @throws SetupLinkEnded
 * @throws BadRequest if the tool is disabled or has too many credentials; the link stays usable
 */
export async function revealSetupLink(ctx: Ctx, { token }: { token: string }) {
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
