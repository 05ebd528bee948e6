import { type SQL, sql } from "drizzle-orm";
import { lookup } from "@/db/lookup";
import { toolCredentials } from "@/db/schema";
import type { ToolActor } from "@/lib/platform/context";
import { isoText } from "@/lib/platform/describe-error";
import { hashKey } from "@/lib/platform/key-format";
import type { Ctx } from "../context";
import { isToolTokenForm } from "./secret-format";

/** The digest of a child app token that may have been made in the hub; null for what can be none, which costs no query. */
export const hashToolToken = (token: string): string | null => (isToolTokenForm(token) ? hashKey(token) : null);

/** Holds for the row `c` of a tool's token that works at this moment, so that another statement can prove it on its way. */
export const ofToken = (asked: { hash: SQL; tool: SQL; now: SQL }): SQL => sql`c.token_hash = ${asked.hash}::char(64)
  and c.tool_slug = ${asked.tool} and c.revoked_at is null and (c.expires_at is null or c.expires_at > ${asked.now})`;

const findToken = lookup<{ id: string }, { hash: "text"; tool: "text"; now: "timestamptz" }>(
  "tool_token",
  { hash: "text", tool: "text", now: "timestamptz" },
  sql`select c.id from ${toolCredentials} c
    where ${ofToken({ hash: sql`asked.hash`, tool: sql`asked.tool`, now: sql`asked.now` })}`,
);

/**
 * The tool that a child app token made in the hub stands for; null when it has not the form of one (without a query), is unknown, another
 * tool's, revoked or ended. One query. Anybody may try: the token is the proof.
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
