import type { Database } from "@/db/client";
import { sessions } from "@/db/schema";
import { inForce } from "./in-force";

/** True while the session's row belongs to the user and is neither revoked nor expired. One query. */
export async function isSessionLive(
  db: Database,
  session: { sid: string; userId: string },
  now: Date,
): Promise<boolean> {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(inForce(session, now));
  return rows.length > 0;
}
