import { type Ctx, requireHubAdminOrOperator, requireRecentProof } from "@/lib/kernel/context";
import type { IssuedToolCredential } from "@/lib/tool-credentials";
import { EncryptionKeyMissing, issueToolCredential } from "@/lib/tool-credentials/server";
import type { Tool } from "@/lib/tools";
import { registerTool } from "@/lib/tools/server";

/** What they are called, where nobody was asked. */
const NAME = "Production";

/**
 * Registers a tool and makes its first credentials, for an administrator who passes them on without a link. Where the hub can seal no signing secret, the
 * tool has its app token alone, and `lacking` says why.
 * @throws Forbidden unless a hub administrator or the operator acts, ProofNeeded, BadRequest with every field at fault
 */
export async function registerWithCredentials(
  ctx: Ctx,
  input: Parameters<typeof registerTool>[1],
): Promise<{ tool: Tool; revealed: IssuedToolCredential[]; lacking?: string }> {
  requireHubAdminOrOperator(ctx);
  requireRecentProof(ctx);
  const tool = await registerTool(ctx, input);
  const made = { toolSlug: tool.slug, name: NAME, expiresAt: null };
  const appToken = await issueToolCredential(ctx, { ...made, kind: "app_token" });
  try {
    const signingSecret = await issueToolCredential(ctx, { ...made, kind: "signing_secret" });
    return { tool, revealed: [appToken, signingSecret] };
  } catch (error) {
    if (!(error instanceof EncryptionKeyMissing)) throw error;
    return { tool, revealed: [appToken], lacking: error.message };
  }
}
