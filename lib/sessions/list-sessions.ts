import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { sessions } from "@/db/schema";
import { type Ctx, requireUser } from "@/lib/kernel/context";

/** A session as its owner sees it in the account. */
export interface SessionSummary {
  sid: string;
  kind: "browser" | "token";
  /** What the owner called the token; null for browsers. */
  name: string | null;
  userAgent: string | null;
  clientIp: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

/** The acting user's sessions that are in force, last seen first. */
export async function listSessions(ctx: Ctx): Promise<SessionSummary[]> {
  const { userId } = requireUser(ctx);
  return ctx.db
    .select({
      sid: sessions.id,
      kind: sessions.kind,
      name: sessions.name,
      userAgent: sessions.userAgent,
      clientIp: sessions.clientIp,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, ctx.now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}
