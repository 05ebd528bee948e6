import { eq } from "drizzle-orm";
import { sessions, users } from "@/db/schema";
import { type Ctx, requireUser } from "@/lib/kernel/context";
import { Unauthorized } from "@/lib/kernel/errors";
import { inForce } from "./live-session";

/**
 * Guarantees in the caller's transaction that the acting user's session still stands, and has whoever
 * ends it wait. For what would outlive it: a factor, a named token, another email. Who takes an account back ends its sessions, and a request that
 * came a moment before must leave nothing behind. Commands pass. @throws Unauthorized once it has ended
 */
export async function holdSession(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  if (!session) return;
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("share");
  if ((await ctx.db.$count(sessions, inForce(ctx, { sid: session.sid, userId }))) === 0)
    throw new Unauthorized("Your session has ended. Sign in again, then repeat this.");
}
