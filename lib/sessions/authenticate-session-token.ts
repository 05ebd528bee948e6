import type { Ctx } from "@/lib/kernel/context";
import { findLiveSession, type LiveSession } from "./find-live-session";
import { verifySessionToken } from "./verify-session-token";

/** The live session that a session token stands for, or null for anything else. */
export async function authenticateSessionToken(ctx: Ctx, { token }: { token: string }): Promise<LiveSession | null> {
  const claims = await verifySessionToken(token, { secret: ctx.secrets.session, issuer: ctx.baseUrl, now: ctx.now });
  return claims && findLiveSession(ctx, claims);
}
