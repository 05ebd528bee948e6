import { and, eq, isNull } from "drizzle-orm";
import { pick } from "@/db/pick";
import { toolCredentials } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction, requireHubAdmin, requireHubAdminOrOperator, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { isUuid, newId } from "@/lib/platform/ids";
import { hashKey } from "@/lib/platform/key-format";
import { requireText } from "@/lib/platform/require-text";
import { seal, sealingKeyIds } from "@/lib/platform/seal";
import { earlier, requireFuture, sameLifetime } from "../api-keys/key-input";
import type { Ctx } from "../context";
import { lockTool } from "../tools/edit-tool";
import { isActive, makeSigningSecret, makeToolToken, visibleEnd, visibleParts } from "./authenticate-tool-token";
import {
  CREDENTIAL_KIND_LABEL,
  MAX_ACTIVE_CREDENTIALS,
  MAX_CREDENTIAL_NAME_LENGTH,
  MAX_OVERLAP_HOURS,
  type ToolCredentialKind,
} from "./credential-rules";

/** `secret` is shown once. */
export interface IssuedToolCredential {
  id: string;
  kind: ToolCredentialKind;
  name: string;
  secret: string;
  expiresAt: Date | null;
}

export class EncryptionKeyMissing extends BadRequest {
  constructor() {
    super("HUB_ENCRYPTION_KEY is not set, so this hub can't create signing secrets. Ask its operator to set it.");
  }
}

export function requireEncryptionKey(ctx: Ctx): void {
  if (sealingKeyIds(ctx, "signingSecret").length === 0) throw new EncryptionKeyMissing();
}

/** A sealed secret can't be decrypted in another row. */
export const boundTo = ({ id, toolSlug }: { id: string; toolSlug: string }): string => `${id} ${toolSlug}`;

/** Lock the tool first. @throws BadRequest if as many are active as can be */
export async function requireActiveLimit(
  { db, now }: Ctx,
  { toolSlug, kind }: { toolSlug: string; kind: ToolCredentialKind },
): Promise<void> {
  const active = and(eq(toolCredentials.toolSlug, toolSlug), eq(toolCredentials.kind, kind), isActive(now));
  if ((await db.$count(toolCredentials, active)) < MAX_ACTIVE_CREDENTIALS) return;
  const label = CREDENTIAL_KIND_LABEL[kind].toLowerCase();
  throw new BadRequest(`${MAX_ACTIVE_CREDENTIALS} are active already. Revoke a ${label}, or wait until one expires.`);
}

type NewCredential = Pick<
  typeof toolCredentials.$inferInsert,
  "toolSlug" | "kind" | "name" | "expiresAt" | "createdBy"
> & {
  expiresAt: Date | null;
};

/** The caller locks the tool and writes the audit entry. @throws EncryptionKeyMissing */
export async function insertCredential(ctx: Ctx, values: NewCredential): Promise<IssuedToolCredential> {
  const id = newId();
  const { kind, name, expiresAt, toolSlug } = values;
  const isToken = kind === "app_token";
  const secret = isToken ? makeToolToken() : makeSigningSecret();
  const [keyId] = sealingKeyIds(ctx, "signingSecret");
  if (!isToken && keyId === undefined) throw new EncryptionKeyMissing();
  await ctx.db.insert(toolCredentials).values({
    ...values,
    id,
    createdAt: ctx.now,
    ...(isToken
      ? { ...visibleParts(secret), tokenHash: hashKey(secret) }
      : { ...visibleEnd(secret), sealed: seal(ctx, "signingSecret", secret, boundTo({ id, toolSlug })), keyId }),
  });
  return { id, kind, name, secret, expiresAt };
}

export const targetOf = (tool: { name: string }, { id, name }: { id: string; name: string }) => ({
  kind: "tool_credential",
  id,
  label: `${tool.name}: ${name}`,
});

async function issue(tx: Ctx, tool: { name: string }, values: NewCredential): Promise<IssuedToolCredential> {
  const made = await insertCredential(tx, values);
  const diff: Record<string, [unknown, unknown]> = { kind: [null, values.kind], expires_at: [null, values.expiresAt] };
  await recordAudit(tx, { brandId: null, action: "tool_credential.issued", target: targetOf(tool, made), diff });
  return made;
}

/**
 * Creates a child app token or signing secret. It is returned only here. A token works at once in every process. A
 * secret signs from the next delivery on, and paused deliveries are sent.
 * @param input.expiresAt null for never
 * @throws Forbidden unless administrator or operator, ReauthRequired, NotFound for an unknown tool
 * @throws BadRequest for an invalid name or expiry, or if two are active; EncryptionKeyMissing for a secret
 */
export async function issueToolCredential(
  ctx: Ctx,
  input: { toolSlug: string; kind: ToolCredentialKind; name: string; expiresAt: Date | null },
): Promise<IssuedToolCredential> {
  const createdBy = requireHubAdminOrOperator(ctx);
  requireRecentProof(ctx);
  const { toolSlug, kind, expiresAt } = input;
  const name = requireText(input.name, { ask: "Give it a name", max: MAX_CREDENTIAL_NAME_LENGTH });
  requireFuture(expiresAt, ctx.now);
  const issued = await inTransaction(ctx, async (tx) => {
    const tool = await lockTool(tx, { toolSlug });
    await requireActiveLimit(tx, { toolSlug, kind });
    return issue(tx, tool, { toolSlug, kind, name, expiresAt, createdBy });
  });
  ctx.wakeTick();
  return issued;
}

const BOTH: readonly ToolCredentialKind[] = ["app_token", "signing_secret"];

/** @throws EncryptionKeyMissing, BadRequest unless a token and a secret can be added */
export async function requireActiveLimits(tx: Ctx, { toolSlug }: { toolSlug: string }): Promise<void> {
  requireEncryptionKey(tx);
  for (const kind of BOTH) await requireActiveLimit(tx, { toolSlug, kind });
}

/**
 * Creates a token and a secret without expiry, with audit entries, in the caller's transaction. Check permissions
 * first. @throws NotFound for an unknown tool, EncryptionKeyMissing, BadRequest if two are active
 */
export async function issueBoth(
  tx: Ctx,
  { toolSlug, name, createdBy }: { toolSlug: string; name: string; createdBy: string | null },
): Promise<{ appToken: IssuedToolCredential; signingSecret: IssuedToolCredential }> {
  const tool = await lockTool(tx, { toolSlug });
  await requireActiveLimits(tx, { toolSlug });
  const values = { toolSlug, name, expiresAt: null, createdBy };
  return {
    appToken: await issue(tx, tool, { ...values, kind: "app_token" }),
    signingSecret: await issue(tx, tool, { ...values, kind: "signing_secret" }),
  };
}

const HOUR_MS = 60 * 60 * 1000;

export interface RotatedToolCredential extends IssuedToolCredential {
  oldEndsAt: Date;
}

const ofTool = ({ toolSlug, credentialId }: { toolSlug: string; credentialId: string }) =>
  and(eq(toolCredentials.id, credentialId), eq(toolCredentials.toolSlug, toolSlug));

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
      .where(and(ofTool({ toolSlug, credentialId }), isNull(toolCredentials.replacedBy), isActive(ctx.now)));
    if (!old) throw new NotFound("This credential doesn't exist or is no longer active.");
    const { kind, name } = old;
    const oldEndsAt = earlier(old.expiresAt, new Date(ctx.now.getTime() + overlapHours * HOUR_MS));
    // First, since without an overlap both would count towards the limit.
    const end = { expiresAt: oldEndsAt, ...(overlapHours === 0 ? { sealed: null, keyId: null } : {}) };
    await tx.db.update(toolCredentials).set(end).where(eq(toolCredentials.id, old.id));
    await requireActiveLimit(tx, { toolSlug, kind });
    const expiresAt = sameLifetime(old, ctx.now);
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
      .where(and(ofTool({ toolSlug, credentialId }), isNull(toolCredentials.revokedAt)))
      .returning(pick(toolCredentials, "id", "name", "kind"));
    if (!revoked) throw new NotFound(missing);
    const diff: Record<string, [unknown, unknown]> = { kind: [revoked.kind, null] };
    await recordAudit(tx, { brandId: null, action: "tool_credential.revoked", target: targetOf(tool, revoked), diff });
  });
}
