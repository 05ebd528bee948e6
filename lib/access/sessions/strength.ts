import { and, eq, ne } from "drizzle-orm";
import { drafts, sessions } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import type { Ctx } from "../context";

/** Notes that the acting user has just used a factor of their account in their session; in the transaction of the verb that saw it. */
export async function strengthenSession(ctx: Ctx): Promise<void> {
  const { session } = requireUser(ctx);
  if (session) await ctx.db.update(sessions).set({ strong: true }).where(eq(sessions.id, session.sid));
}

/** All of a user's sessions, and what they scheduled, count as opened by a password alone: nothing else is left to open one by. In the transaction of the verb that took it. */
export async function weakenSessions({ db }: Ctx, { userId }: { userId: string }): Promise<void> {
  await db.update(sessions).set({ strong: false }).where(eq(sessions.userId, userId));
  await db.update(drafts).set({ publishStrong: false }).where(eq(drafts.userId, userId));
}

/** What was proved in the acting user's other sessions counts no more: it was proved by less than what is asked for now. */
export async function forgetProofs(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  const others = session && ne(sessions.id, session.sid);
  await ctx.db
    .update(sessions)
    .set({ proofHash: null })
    .where(and(eq(sessions.userId, userId), others));
}
