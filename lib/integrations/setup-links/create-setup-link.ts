import { z } from "zod";
import { handOvers, TOOL_CREDENTIAL_KINDS } from "@/db/schema";
import { holdSession, recordAudit } from "@/lib/access/server";
import { inTransaction, requireHubAdmin, requireHubAdminOrOperator, requireRecentProof } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { newLinkToken } from "@/lib/platform/key-format";
import type { Ctx } from "../context";
import type { ToolCredentialKind } from "../tool-credentials/credential-rules";
import {
  EncryptionKeyMissing,
  type IssuedToolCredential,
  issueToolCredential,
  lockTool,
  requireActiveLimits,
  requireEncryptionKey,
} from "../tool-credentials/issue-tool-credential";
import { registerTool, type Tool } from "../tools/edit-tool";
import { setupLinkPath } from "./find-setup-link";
import { DEFAULT_HOURS, MAX_HOURS, MAX_SETUP_LINK_NAME_LENGTH } from "./setup-link-rules";

const HOUR_MS = 60 * 60_000;
const Hours = z.number().int().min(1).max(MAX_HOURS);

/** Shown once. The hub stores only a hash. */
export interface NewSetupLink {
  id: string;
  name: string;
  url: string;
  expiresAt: Date;
}

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
export async function createSetupLink(
  ctx: Ctx,
  input: { toolSlug: string; name: string; hours: number },
): Promise<NewSetupLink> {
  const { userId: createdBy } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  const { toolSlug } = input;
  const name = input.name.trim();
  if (name.length < 1 || name.length > MAX_SETUP_LINK_NAME_LENGTH)
    throw new BadRequest(`Enter a recipient of 1 to ${MAX_SETUP_LINK_NAME_LENGTH} characters.`, {
      field: "name",
    });
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
