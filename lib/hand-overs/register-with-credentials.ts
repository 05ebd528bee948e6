import { TOOL_CREDENTIAL_KINDS } from "@/db/schema";
import type { Ctx } from "@/lib/integrations/context";
import { requireHubAdminOrOperator, requireRecentProof } from "@/lib/kernel/context";
import type { IssuedToolCredential, ToolCredentialKind } from "@/lib/tool-credentials";
import { EncryptionKeyMissing, issueToolCredential } from "@/lib/tool-credentials/server";
import type { Tool } from "@/lib/tools";
import { registerTool } from "@/lib/tools/server";

/** What they are called, where nobody was asked. */
const NAME = "Production";

/**
 * Registers a tool and makes its first credentials, all or nothing, for an administrator who passes them on without a link. Where the hub can seal no
 * signing secret, the tool has its app token alone, and `lacking` says why.
 * @throws Forbidden unless a hub administrator or the operator acts, ProofNeeded, BadRequest with every field at fault
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
        revealed.push(await issueToolCredential(tx, { toolSlug, name: NAME, expiresAt: null, kind }));
      } catch (error) {
        if (!(error instanceof EncryptionKeyMissing)) throw error;
        lacking = error.message;
      }
  };
  return { tool: await registerTool(ctx, { ...input, alsoDo }), revealed, lacking };
}
