import type { Ctx } from "@/lib/kernel/context";
import { Forbidden } from "@/lib/kernel/errors";
import { revokeSessionsOf, type WhichSessions } from "./revoke-sessions-of";

/** Ends all of the acting user's sessions, browsers and named tokens, but for `exceptSid`; gives how many ended. */
export async function revokeAllSessions(ctx: Ctx, which: WhichSessions = {}): Promise<number> {
  const { actor } = ctx;
  if (actor.kind !== "user") throw new Forbidden();
  return ctx.db.transaction((tx) => revokeSessionsOf({ ...ctx, db: tx }, actor.userId, which));
}
