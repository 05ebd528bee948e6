import { and, desc, eq, inArray, isNotNull, lte, or, sql } from "drizzle-orm";
import { toolCredentials, users } from "@/db/schema";
import { requireHubAdmin, requireOperator } from "@/lib/platform/context";
import { seal, sealingKeyIds } from "@/lib/platform/seal";
import type { Ctx } from "../context";
import { isActive } from "./authenticate-tool-token";
import type { ToolCredentialKind } from "./credential-rules";
import { boundTo } from "./issue-tool-credential";
import { openSecret } from "./signing-secrets";

/** At most four are active. */
const MAX_SHOWN = 50;

export interface ToolCredential {
  id: string;
  kind: ToolCredentialKind;
  name: string;
  prefix: string;
  lastFour: string;
  createdBy: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  /** Tokens only. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** `ending`: being replaced. */
  state: "active" | "ending" | "ended" | "revoked";
  /** False for a signing secret that no key of the hub decrypts. */
  usable: boolean;
}

type Row = typeof toolCredentials.$inferSelect;

function stateOf({ revokedAt, expiresAt, replacedBy }: Row, now: Date): ToolCredential["state"] {
  if (revokedAt) return "revoked";
  if (expiresAt && expiresAt <= now) return "ended";
  return replacedBy ? "ending" : "active";
}

/** Active ones first, newest first. @throws Forbidden for non-administrators */
export async function listToolCredentials(ctx: Ctx, { toolSlug }: { toolSlug: string }): Promise<ToolCredential[]> {
  requireHubAdmin(ctx);
  const rows = await ctx.db
    .select({ row: toolCredentials, createdBy: users.name })
    .from(toolCredentials)
    .leftJoin(users, eq(users.id, toolCredentials.createdBy))
    .where(eq(toolCredentials.toolSlug, toolSlug))
    .orderBy(desc(sql`(${isActive(ctx.now)})`), desc(toolCredentials.createdAt), desc(toolCredentials.id))
    .limit(MAX_SHOWN);
  return rows.map(({ row, createdBy }) => {
    const { id, kind, name, prefix, lastFour, createdAt, expiresAt, lastUsedAt, revokedAt } = row;
    const state = stateOf(row, ctx.now);
    const active = state === "active" || state === "ending";
    const usable = active && (kind === "app_token" || openSecret(ctx, row) !== null);
    return { id, kind, name, prefix, lastFour, createdBy, createdAt, expiresAt, lastUsedAt, revokedAt, state, usable };
  });
}

const BATCH_SIZE = 100;

/**
 * Deletes the values of ended signing secrets, and encrypts the others with the current key so that older ones can be
 * removed from HUB_ENCRYPTION_KEY. Leaves secrets of unknown keys alone: a key may come back.
 */
export async function runCredentialTick(ctx: Ctx): Promise<{ forgotten: number; sealedAnew: number }> {
  requireOperator(ctx);
  const { db, now } = ctx;
  const ended = await db
    .update(toolCredentials)
    .set({ sealed: null, keyId: null })
    .where(
      and(
        isNotNull(toolCredentials.sealed),
        or(isNotNull(toolCredentials.revokedAt), lte(toolCredentials.expiresAt, now)),
      ),
    )
    .returning({ id: toolCredentials.id });
  const [keyId, ...older] = sealingKeyIds(ctx, "signingSecret");
  if (keyId === undefined || older.length === 0) return { forgotten: ended.length, sealedAnew: 0 };
  const rows = await db
    .select({ id: toolCredentials.id, toolSlug: toolCredentials.toolSlug, sealed: toolCredentials.sealed })
    .from(toolCredentials)
    .where(and(isNotNull(toolCredentials.sealed), inArray(toolCredentials.keyId, older)))
    .limit(BATCH_SIZE);
  let sealedAnew = 0;
  for (const row of rows) {
    const secret = openSecret(ctx, row);
    if (secret === null) continue;
    // A concurrent revocation has emptied it.
    const updated = await db
      .update(toolCredentials)
      .set({ sealed: seal(ctx, "signingSecret", secret, boundTo(row)), keyId })
      .where(and(eq(toolCredentials.id, row.id), isNotNull(toolCredentials.sealed)))
      .returning({ id: toolCredentials.id });
    sealedAnew += updated.length;
  }
  return { forgotten: ended.length, sealedAnew };
}
