import { and, desc, eq } from "drizzle-orm";
import { sessions } from "@/db/schema";
import { requireUser, type SessionKind, type SessionScope } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { isActiveSession } from "./live-session";

export interface SessionSummary {
  sid: string;
  kind: SessionKind;
  /** Null for browsers. */
  name: string | null;
  scopes: SessionScope[];
  userAgent: string | null;
  newBrowser: boolean;
  clientIp: string | null;
  place: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

/** Active ones, last seen first. */
export async function listSessions(ctx: Ctx): Promise<SessionSummary[]> {
  const { userId } = requireUser(ctx);
  const rows = await ctx.db
    .select({
      sid: sessions.id,
      kind: sessions.kind,
      name: sessions.name,
      scopes: sessions.scopes,
      userAgent: sessions.userAgent,
      newBrowser: sessions.newBrowser,
      clientIp: sessions.clientIp,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isActiveSession(ctx)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map((row) => ({ ...row, place: ctx.geoip.of(row.clientIp) }));
}
