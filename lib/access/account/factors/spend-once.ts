import { lt } from "drizzle-orm";
import { spentTokens } from "@/db/schema";
import type { Ctx } from "../../context";

/** A token is taken a few seconds after its time, and longer by a clock that is set back: none is forgotten before. */
const KEPT_MS = 24 * 60 * 60_000;

/**
 * True for the first who spends a token that works once, false for everybody after; in the caller's transaction, so that what fails
 * spends nothing. The tokens are signed and known to browsers alone: none is written down before it is used.
 */
export async function spendOnce({ db, now }: Ctx, token: { id: string; expiresAt: Date }): Promise<boolean> {
  await db.delete(spentTokens).where(lt(spentTokens.expiresAt, new Date(now.getTime() - KEPT_MS)));
  const spent = await db.insert(spentTokens).values(token).onConflictDoNothing().returning({ id: spentTokens.id });
  return spent.length > 0;
}
