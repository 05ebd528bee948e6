import { desc, eq } from "drizzle-orm";
import { handOvers, users } from "@/db/schema";
import { requireHubAdmin } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { makerMay } from "./find-hand-over";
import { type HandOverState, handOverState } from "./hand-over-rules";

/** The last of them; older ones stand in the activity. */
const SHOWN = 20;

/** A link as hub administrators see it; the link itself is nowhere. */
export interface HandOver {
  id: string;
  name: string;
  state: HandOverState;
  /** Name of who made it; null when they are gone. */
  createdBy: string | null;
  createdAt: Date;
  expiresAt: Date;
  openedAt: Date | null;
  revealedAt: Date | null;
  withdrawnAt: Date | null;
  /** True while there is something to withdraw: the link, or the set-up page behind it. */
  lives: boolean;
}

/** The newest links of a tool. @throws Forbidden unless a hub administrator asks */
export async function listHandOvers(ctx: Ctx, { toolSlug }: { toolSlug: string }): Promise<HandOver[]> {
  requireHubAdmin(ctx);
  const rows = await ctx.db
    .select({ link: handOvers, createdBy: users.name, makerMay })
    .from(handOvers)
    .leftJoin(users, eq(users.id, handOvers.createdBy))
    .where(eq(handOvers.toolSlug, toolSlug))
    .orderBy(desc(handOvers.createdAt), desc(handOvers.id))
    .limit(SHOWN);
  return rows.map(({ link, createdBy, makerMay: may }) => {
    const { id, name, createdAt, expiresAt, openedAt, revealedAt, withdrawnAt } = link;
    const state = handOverState({ ...link, makerMay: may }, ctx.now);
    const lives = state !== "withdrawn" && expiresAt > ctx.now;
    return { id, name, state, createdBy, createdAt, expiresAt, openedAt, revealedAt, withdrawnAt, lives };
  });
}
