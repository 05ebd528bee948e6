import { requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { requireSealingKey } from "../tool-credentials/issue-tool-credential";
import { registerTool, type Tool } from "../tools/register-tool";
import { DEFAULT_HOURS } from "./hand-over-rules";
import { type MadeHandOver, makeHandOver } from "./make-hand-over";

/** What the link says whom it is for, where nobody was asked; its credentials are named so. */
const FOR = "Operator";

/**
 * Registers a tool and makes the link for its operator in the same step. The tool has no credentials before the link is used, so that those are its first ones.
 * @throws Forbidden unless a hub administrator acts, ProofNeeded, BadRequest with every field at fault
 * @throws EncryptionKeyMissing where the hub can make no credentials; nothing is registered then
 */
export async function registerForHandOver(
  ctx: Ctx,
  input: Parameters<typeof registerTool>[1],
): Promise<{ tool: Tool; link: MadeHandOver }> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  requireSealingKey(ctx);
  const tool = await registerTool(ctx, input);
  return { tool, link: await makeHandOver(ctx, { toolSlug: tool.slug, name: FOR, hours: DEFAULT_HOURS }) };
}
