import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema";
import { issueSession, type SessionClaims } from "@/lib/sessions/server";

type Opening = Parameters<typeof issueSession>[1];

/**
 * Opens the session of a user who has just proved the password behind `passwordHash`, or gives null when it was changed or
 * cleared since: the row's lock makes whoever changes it wait and then end this session too.
 */
export async function openPasswordSession(
  db: Database,
  { passwordHash, ...opening }: Opening & { passwordHash: string },
  now: Date,
  issuer: string,
): Promise<SessionClaims | null> {
  return db.transaction(async (tx) => {
    const [proven] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, opening.userId), eq(users.passwordHash, passwordHash)))
      .for("share");
    return proven ? issueSession(tx, opening, now, issuer) : null;
  });
}
