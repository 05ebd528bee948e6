import { recordAudit } from "@/lib/access/server";
import type { Ctx } from "../context";
import type { ToolCredentialKind } from "./credential-rules";
import {
  type IssuedToolCredential,
  insertCredential,
  lockTool,
  requireRoomInForce,
  requireSealingKey,
  targetOf,
} from "./issue-tool-credential";

const BOTH: readonly ToolCredentialKind[] = ["app_token", "signing_secret"];

/** Guarantees that a token and a secret can be made of a tool, whose row the caller's transaction holds. @throws EncryptionKeyMissing, BadRequest where two are in force */
export async function requireRoomForBoth(tx: Ctx, { toolSlug }: { toolSlug: string }): Promise<void> {
  requireSealingKey(tx);
  for (const kind of BOTH) await requireRoomInForce(tx, { toolSlug, kind });
}

/**
 * Makes a token and a secret of a tool, of one name and without an end, with their entries, in the transaction of a verb that has asked who
 * may. @throws NotFound for an unknown tool, EncryptionKeyMissing, BadRequest where two are in force
 */
export async function issueBoth(
  tx: Ctx,
  { toolSlug, name, createdBy }: { toolSlug: string; name: string; createdBy: string | null },
): Promise<{ appToken: IssuedToolCredential; signingSecret: IssuedToolCredential }> {
  const tool = await lockTool(tx, { toolSlug });
  await requireRoomForBoth(tx, { toolSlug });
  const issue = async (kind: ToolCredentialKind) => {
    const made = await insertCredential(tx, { toolSlug, kind, name, expiresAt: null, createdBy });
    const diff: Record<string, [unknown, unknown]> = { kind: [null, kind], expires_at: [null, null] };
    await recordAudit(tx, { brandId: null, action: "tool_credential.issued", target: targetOf(tool, made), diff });
    return made;
  };
  return { appToken: await issue("app_token"), signingSecret: await issue("signing_secret") };
}
