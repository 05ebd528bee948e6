import { and, eq, isNull } from "drizzle-orm";
import { toolCredentials } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { isActive } from "./authenticate-tool-token";
import { MAX_OVERLAP_HOURS } from "./credential-rules";
import {
  type IssuedToolCredential,
  insertCredential,
  lockTool,
  requireActiveLimit,
  targetOf,
} from "./issue-tool-credential";

const HOUR_MS = 60 * 60 * 1000;

export interface RotatedToolCredential extends IssuedToolCredential {
  oldEndsAt: Date;
}

const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);

/**
 * Replaces an active credential by one with the same name and lifetime. During the overlap webhooks have a signature of
 * each, so the tool can switch without downtime.
 * @param input.overlapHours 0 to 720
 * @throws Forbidden for non-administrators, ReauthRequired
 * @throws NotFound for another tool's credential, or one that is inactive or already rotated
 * @throws BadRequest for other hours, or if a second one is active; EncryptionKeyMissing for a secret
 */
export async function rotateToolCredential(
  ctx: Ctx,
  input: { toolSlug: string; credentialId: string; overlapHours: number },
): Promise<RotatedToolCredential> {
  const { userId: createdBy } = requireHubAdmin(ctx);
  requireRecentProof(ctx);
  const { toolSlug, credentialId, overlapHours } = input;
  if (!(Number.isInteger(overlapHours) && overlapHours >= 0 && overlapHours <= MAX_OVERLAP_HOURS))
    throw new BadRequest(`The old one can stay active for 0 to ${MAX_OVERLAP_HOURS} whole hours.`, {
      field: "overlapHours",
    });
  if (!isUuid(credentialId)) throw new NotFound("This credential doesn't exist or is no longer active.");
  const rotated = await inTransaction(ctx, async (tx) => {
    const tool = await lockTool(tx, { toolSlug });
    const [old] = await tx.db
      .select()
      .from(toolCredentials)
      .where(
        and(
          eq(toolCredentials.id, credentialId),
          eq(toolCredentials.toolSlug, toolSlug),
          isNull(toolCredentials.replacedBy),
          isActive(ctx.now),
        ),
      );
    if (!old) throw new NotFound("This credential doesn't exist or is no longer active.");
    const { kind, name } = old;
    const oldEndsAt = earlier(old.expiresAt, new Date(ctx.now.getTime() + overlapHours * HOUR_MS));
    // First, since without an overlap both would count towards the limit.
    const end = { expiresAt: oldEndsAt, ...(overlapHours === 0 ? { sealed: null, keyId: null } : {}) };
    await tx.db.update(toolCredentials).set(end).where(eq(toolCredentials.id, old.id));
    await requireActiveLimit(tx, { toolSlug, kind });
    const expiresAt = old.expiresAt && new Date(ctx.now.getTime() + old.expiresAt.getTime() - old.createdAt.getTime());
    const made = await insertCredential(tx, { toolSlug, kind, name, expiresAt, createdBy });
    await tx.db.update(toolCredentials).set({ replacedBy: made.id }).where(eq(toolCredentials.id, old.id));
    const diff: Record<string, [unknown, unknown]> = {
      kind: [kind, kind],
      credential: [old.id, made.id],
      old_ends_at: [old.expiresAt, oldEndsAt],
    };
    await recordAudit(tx, { brandId: null, action: "tool_credential.rotated", target: targetOf(tool, old), diff });
    return { ...made, oldEndsAt };
  });
  ctx.wakeTick();
  return rotated;
}

/**
 * Revokes a credential at once in every process and deletes a secret's value.
 * @throws Forbidden for non-administrators, ReauthRequired, NotFound for another tool's credential or a revoked one
 */
export async function revokeToolCredential(
  ctx: Ctx,
  { toolSlug, credentialId }: { toolSlug: string; credentialId: string },
): Promise<void> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  const missing = "This credential doesn't exist or is already revoked.";
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
