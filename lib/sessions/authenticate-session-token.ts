import type { Database } from "@/db/client";
import { findLiveSession, type LiveSession } from "./find-live-session";
import { type SessionSigning, sessionSigning } from "./session-claims";
import { verifySessionToken } from "./verify-session-token";

/** The live session that a session token stands for, or null for anything else. */
export async function authenticateSessionToken(
  db: Database,
  token: string,
  now: Date,
  signing: SessionSigning = sessionSigning(),
): Promise<LiveSession | null> {
  const claims = await verifySessionToken(token, { ...signing, now });
  return claims && findLiveSession(db, claims, now);
}
