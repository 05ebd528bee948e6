import { lt } from "drizzle-orm";
import { draftPresences } from "@/db/schema";
import { requireOperator } from "@/lib/platform/context";
import type { Ctx } from "../context";

const FORGOTTEN_AFTER_MS = 10 * 60_000;

/** Forgets who was editing and is not any more, where the process that noted it is gone. For the hub itself. */
export async function dropPresences(ctx: Ctx): Promise<{ rows: number }> {
  requireOperator(ctx);
  const before = new Date((await ctx.clock(ctx.db)).getTime() - FORGOTTEN_AFTER_MS);
  const dropped = await ctx.db.delete(draftPresences).where(lt(draftPresences.seenAt, before)).returning();
  return { rows: dropped.length };
}
