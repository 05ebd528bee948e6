import { and, eq, isNull } from "drizzle-orm";
import { toolCredentials } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { lockTool, targetOf } from "./issue-tool-credential";

/**
 * Revokes a tool's credential: from now on a token is 401 in every process, and a secret signs nothing more and is forgotten.
 * @throws Forbidden unless a hub administrator acts, ProofNeeded, NotFound for another tool's, or one that was revoked before
 */
export async function revokeToolCredential(
  ctx: Ctx,
  { toolSlug, credentialId }: { toolSlug: string; credentialId: string },
): Promise<void> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  const missing = "There is no such credential, or it was revoked before.";
  if (!isUuid(credentialId)) throw new NotFound(missing);
  await inTransaction(ctx, async (tx) => {
    const tool = await lockTool(tx, { toolSlug });
    const [revoked] = await tx.db
      .update(toolCredentials)
      .set({ revokedAt: ctx.now, sealed: null, keyId: null })
      .where(
        and(
          eq(toolCredentials.id, credentialId),
          eq(toolCredentials.toolSlug, toolSlug),
          isNull(toolCredentials.revokedAt),
        ),
      )
      .returning({ id: toolCredentials.id, name: toolCredentials.name, kind: toolCredentials.kind });
    if (!revoked) throw new NotFound(missing);
    const diff: Record<string, [unknown, unknown]> = { kind: [revoked.kind, null] };
    await recordAudit(tx, { brandId: null, action: "tool_credential.revoked", target: targetOf(tool, revoked), diff });
  });
}
