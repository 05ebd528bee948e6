import { eq } from "drizzle-orm";
import { sessions, users } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import { Unauthorized } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { inForce } from "./live-session";

/** @throws Unauthorized once the session that the acting user came with has ended; commands pass */
async function requireLiveSession(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  if (session && (await ctx.db.$count(sessions, inForce(ctx, { sid: session.sid, userId }))) === 0)
    throw new Unauthorized("Your session has ended. Sign in again, then repeat this.");
}

/** The pieces of a file, each only while the acting user's session lives: a reader who takes them slowly must not go on after a sign-out. @throws Unauthorized */
export async function* whileSignedIn<Piece>(ctx: Ctx, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    await requireLiveSession(ctx);
    yield piece;
  }
}

/**
 * Guarantees in the caller's transaction that the acting user's session still stands, and has whoever
 * ends it wait. For what would outlive it: a factor, a named token, another email. Who takes an account back ends its sessions, and a request that
 * came a moment before must leave nothing behind. Commands pass. @throws Unauthorized once it has ended
 */
export async function holdSession(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  if (!session) return;
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("share");
  await requireLiveSession(ctx);
}
