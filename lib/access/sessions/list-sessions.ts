import { and, desc, eq } from "drizzle-orm";
import { pick } from "@/db/pick";
import { sessions } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { isActiveSession } from "./live-session";

export type SessionSummary = Awaited<ReturnType<typeof listSessions>>[number];

/** Active ones, last seen first. */
export async function listSessions(ctx: Ctx) {
  const { userId } = requireUser(ctx);
  const rows = await ctx.db
    .select({
      sid: sessions.id,
      ...pick(sessions, "kind", "name", "scopes", "userAgent", "newBrowser", "clientIp"),
      ...pick(sessions, "createdAt", "lastSeenAt", "expiresAt"),
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isActiveSession(ctx)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map((row) => ({ ...row, place: ctx.geoip.of(row.clientIp) }));
}
