import { randomBytes } from "node:crypto";
import { and, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import { toolCredentials } from "@/db/schema";
import { isoText } from "@/lib/platform/clock";
import type { ToolActor } from "@/lib/platform/context";
import { hashKey, keyFormat } from "@/lib/platform/key-format";
import type { Ctx } from "../context";

/** `bihc_` and 36 characters. */
export const { make: makeToolToken, isForm: isToolTokenForm, visibleParts } = keyFormat("bihc_");

const SIGNING_SECRET_PREFIX = "whsec_";
/** A multiple of three, so that base64 has no padding. Standard Webhooks wants 24 to 64. */
const SIGNING_SECRET_BYTES = 33;

/** Standard Webhooks form: `whsec_` and the key in base64. */
export const makeSigningSecret = (): string =>
  `${SIGNING_SECRET_PREFIX}${randomBytes(SIGNING_SECRET_BYTES).toString("base64")}`;

export const visibleEnd = (secret: string): { prefix: string; lastFour: string } => ({
  prefix: SIGNING_SECRET_PREFIX,
  lastFour: secret.slice(-4),
});

/** Null (without a query) if the text can't be a token. */
export const hashToolToken = (token: string): string | null => (isToolTokenForm(token) ? hashKey(token) : null);

/** Condition for the row `c` of an active token, for use in other statements. */
export const ofToken = (params: { hash: SQL; tool: SQL; now: SQL }): SQL => sql`c.token_hash = ${params.hash}::char(64)
  and c.tool_slug = ${params.tool} and c.revoked_at is null and (c.expires_at is null or c.expires_at > ${params.now})`;

const findToken = batchedLookup<{ id: string }, { hash: "text"; tool: "text"; now: "timestamptz" }>(
  "tool_token",
  { hash: "text", tool: "text", now: "timestamptz" },
  sql`select c.id from ${toolCredentials} c
    where ${ofToken({ hash: sql`input.hash`, tool: sql`input.tool`, now: sql`input.now` })}`,
);

/**
 * Returns the token's tool, or null if it is malformed (without a query), unknown, another tool's, revoked or expired.
 */
export async function authenticateToolToken(
  ctx: Ctx,
  { toolSlug, token }: { toolSlug: string; token: string },
): Promise<ToolActor | null> {
  const hash = hashToolToken(token);
  if (hash === null) return null;
  const [row] = await findToken(ctx.db, { hash, tool: toolSlug, now: isoText(ctx.now) });
  return row ? { kind: "tool", toolSlug, credentialId: row.id } : null;
}

export const isActive = (now: Date): SQL | undefined =>
  and(isNull(toolCredentials.revokedAt), or(isNull(toolCredentials.expiresAt), gt(toolCredentials.expiresAt, now)));
