import { eq } from "drizzle-orm";
import { sessions, users } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import { Unauthorized } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { inForce } from "./live-session";

/** Commands have no session and pass. @throws Unauthorized if the acting user's session has ended */
async function requireLiveSession(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  if (session && (await ctx.db.$count(sessions, inForce(ctx, { sid: session.sid, userId }))) === 0)
    throw new Unauthorized("Your session has ended. Sign in and try again.");
}

/** Checks the session before each piece, so that a slow download stops after a sign-out. @throws Unauthorized */
export async function* whileSignedIn<Piece>(ctx: Ctx, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    await requireLiveSession(ctx);
    yield piece;
  }
}

/**
 * Checks the acting user's session and makes its end wait for the transaction. Use it for what outlives a session: a
 * factor, a named token, a new email. Recovering an account ends its sessions, and no concurrent request may leave
 * anything behind. Commands have no session and pass.
 * @throws Unauthorized if the session has ended
 */
export async function holdSession(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  if (!session) return;
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("share");
  await requireLiveSession(ctx);
}
