import { and, desc, eq, inArray, isNotNull, lte, notInArray, or, sql } from "drizzle-orm";
import { toolCredentials, users } from "@/db/schema";
import { requireHubAdmin, requireOperator } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { seal, sealingKeyIds, unseal } from "@/lib/platform/seal";
import type { Ctx } from "../context";
import { isActive } from "./authenticate-tool-token";
import { boundTo } from "./issue-tool-credential";

export interface SigningSecrets {
  /** The environment's, then the hub's, newest first. The first one signs headers with a single signature. */
  of(toolSlug: string): readonly string[];
  /** No current key decrypts one of the tool's active secrets. */
  isUnreadable(toolSlug: string): boolean;
}

type Sealed = Pick<typeof toolCredentials.$inferSelect, "id" | "toolSlug" | "sealed">;

const logged = new Set<string>();

/** Returns null if no key of the hub decrypts it, and logs that once. */
function openSecret(ctx: Pick<Ctx, "secrets">, { id, toolSlug, sealed }: Sealed): string | null {
  const secret = sealed && unseal(ctx, "signingSecret", sealed, boundTo({ id, toolSlug }));
  if (secret) return secret;
  if (!logged.has(id)) {
    logged.add(id);
    log.error(
      { toolCredential: id, tool: toolSlug },
      "cannot decrypt a signing secret: its key is missing from HUB_ENCRYPTION_KEY",
    );
  }
  return null;
}

/** Read again for each batch. Check permissions first. */
export async function readSigningSecrets(ctx: Pick<Ctx, "db" | "now" | "secrets">): Promise<SigningSecrets> {
  const rows = await ctx.db
    .select({ id: toolCredentials.id, toolSlug: toolCredentials.toolSlug, sealed: toolCredentials.sealed })
    .from(toolCredentials)
    .where(and(isNotNull(toolCredentials.sealed), isActive(ctx.now)))
    .orderBy(desc(toolCredentials.createdAt), desc(toolCredentials.id));
  const known = new Map<string, readonly string[]>();
  const read = (toolSlug: string): readonly string[] => {
    const own = rows.flatMap((row) => (row.toolSlug === toolSlug ? (openSecret(ctx, row) ?? []) : []));
    return [...ctx.secrets.webhook(toolSlug), ...own];
  };
  return {
    of(toolSlug) {
      const secrets = known.get(toolSlug) ?? read(toolSlug);
      known.set(toolSlug, secrets);
      return secrets;
    },
    isUnreadable: (toolSlug) => rows.some((row) => row.toolSlug === toolSlug && openSecret(ctx, row) === null),
  };
}

export async function canDecryptSigningSecrets(ctx: Ctx): Promise<boolean> {
  requireOperator(ctx);
  const { id, sealed, keyId } = toolCredentials;
  const keyless = and(isNotNull(sealed), notInArray(keyId, sealingKeyIds(ctx, "signingSecret")), isActive(ctx.now));
  return (await ctx.db.select({ id }).from(toolCredentials).where(keyless).limit(1)).length === 0;
}

/** At most four are active. */
const MAX_SHOWN = 50;

type Row = typeof toolCredentials.$inferSelect;

/** Only tokens have `lastUsedAt`. */
export type ToolCredential = Awaited<ReturnType<typeof listToolCredentials>>[number];

/** `ending`: being replaced. */
function stateOf({ revokedAt, expiresAt, replacedBy }: Row, now: Date) {
  if (revokedAt) return "revoked";
  if (expiresAt && expiresAt <= now) return "ended";
  return replacedBy ? "ending" : "active";
}

/** Active ones first, newest first. @throws Forbidden for non-administrators */
export async function listToolCredentials(ctx: Ctx, { toolSlug }: { toolSlug: string }) {
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
    // False for a signing secret that no key of the hub decrypts.
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
