import { desc, eq, sql } from "drizzle-orm";
import { toolCredentials, users } from "@/db/schema";
import { requireHubAdmin } from "@/lib/platform/context";
import type { Ctx } from "../context";
import type { ToolCredentialKind } from "./credential-rules";
import { inForce } from "./in-force";
import { openSecret } from "./signing-secrets";

/** Those in force are four at most; of the others so many of the last are shown. */
const SHOWN = 50;

/** A credential as hub administrators see it; the secret itself is nowhere. */
export interface ToolCredential {
  id: string;
  kind: ToolCredentialKind;
  name: string;
  prefix: string;
  lastFour: string;
  /** Name of who made it; null when they are gone. */
  createdBy: string | null;
  createdAt: Date;
  /** When it ends, or ended, by itself; null: never. */
  expiresAt: Date | null;
  /** Of a token. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** `ending`: a rotation put another in its place. */
  state: "in_force" | "ending" | "ended" | "revoked";
  /** False for a signing secret that no key of the hub opens: it signs nothing. */
  usable: boolean;
}

type Row = typeof toolCredentials.$inferSelect;

function stateOf({ revokedAt, expiresAt, replacedBy }: Row, now: Date): ToolCredential["state"] {
  if (revokedAt) return "revoked";
  if (expiresAt && expiresAt <= now) return "ended";
  return replacedBy ? "ending" : "in_force";
}

/** The credentials of a tool that were made in the hub: those in force first, each part newest first. @throws Forbidden unless a hub administrator asks */
export async function listToolCredentials(ctx: Ctx, { toolSlug }: { toolSlug: string }): Promise<ToolCredential[]> {
  requireHubAdmin(ctx);
  const rows = await ctx.db
    .select({ row: toolCredentials, createdBy: users.name })
    .from(toolCredentials)
    .leftJoin(users, eq(users.id, toolCredentials.createdBy))
    .where(eq(toolCredentials.toolSlug, toolSlug))
    .orderBy(desc(sql`(${inForce(ctx.now)})`), desc(toolCredentials.createdAt), desc(toolCredentials.id))
    .limit(SHOWN);
  return rows.map(({ row, createdBy }) => {
    const { id, kind, name, prefix, lastFour, createdAt, expiresAt, lastUsedAt, revokedAt } = row;
    const state = stateOf(row, ctx.now);
    const works = state === "in_force" || state === "ending";
    const usable = works && (kind === "app_token" || openSecret(ctx, row) !== null);
    return { id, kind, name, prefix, lastFour, createdBy, createdAt, expiresAt, lastUsedAt, revokedAt, state, usable };
  });
}
