import { TOOL_CREDENTIAL_KINDS } from "@/db/schema";
import { requireHubAdminOrOperator, requireRecentProof } from "@/lib/platform/context";
import type { Ctx } from "../context";
import type { ToolCredentialKind } from "../tool-credentials/credential-rules";
import {
  EncryptionKeyMissing,
  type IssuedToolCredential,
  issueToolCredential,
} from "../tool-credentials/issue-tool-credential";
import { registerTool, type Tool } from "../tools/register-tool";

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
