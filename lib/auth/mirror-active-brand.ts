import type { Database } from "@/db/client";
import { findActiveBrand, isMemberOfSlug } from "@/lib/members/server";
import type { SessionSigning } from "@/lib/sessions";
import { authenticateSessionToken } from "@/lib/sessions/server";

interface Cookies {
  sessionToken: string | undefined;
  activeBrand: string | undefined;
}

/**
 * What the browser's active-brand cookie has to become: a slug, null to clear it, or undefined when it is right as it is.
 * It is cleared once nobody is signed in or it names no brand of the user's any more; else it follows the active brand.
 */
export async function mirrorActiveBrand(
  db: Database,
  { sessionToken, activeBrand }: Cookies,
  now: Date,
  signing?: SessionSigning,
): Promise<string | null | undefined> {
  const held = activeBrand || undefined;
  const session = sessionToken ? await authenticateSessionToken(db, sessionToken, now, signing) : null;
  if (!session) return held === undefined ? undefined : null;
  const active = (await findActiveBrand(db, session.userId))?.slug;
  if (active === held) return undefined;
  if (held !== undefined && !(await isMemberOfSlug(db, session.userId, held))) return null;
  return active ?? null;
}
