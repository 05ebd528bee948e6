import { eq } from "drizzle-orm";
import { sessions, users } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import { Unauthorized } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { isOwnActiveSession } from "./live-session";

/** Commands have no session and pass. @throws Unauthorized */
async function requireLiveSession(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  if (session && (await ctx.db.$count(sessions, isOwnActiveSession(ctx, { sid: session.sid, userId }))) === 0)
    throw new Unauthorized("Your session has ended. Sign in and try again.");
}

/** Stops a slow download after a sign-out. @throws Unauthorized */
export async function* whileSignedIn<Piece>(ctx: Ctx, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    await requireLiveSession(ctx);
    yield piece;
  }
}

/**
 * Checks the acting user's session and makes its end wait for the transaction. For what outlives a session, such as a
 * factor or named token: recovering an account must leave nothing behind. Commands pass.
 * @throws Unauthorized
 */
export async function holdSession(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  if (!session) return;
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("share");
  await requireLiveSession(ctx);
}
