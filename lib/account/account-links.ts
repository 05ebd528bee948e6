import { and, eq, gt, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import { type ACCOUNT_LINK_KINDS, accountLinks, users } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";
import { AccountDeactivated, BadRequest } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { linkTokenHash, newLinkToken } from "@/lib/kernel/link-token";

export type AccountLinkKind = (typeof ACCOUNT_LINK_KINDS)[number];

const HOUR_MS = 60 * 60_000;

/** How long each link works. Undoing a change of email takes as long as somebody may be away from their mails. */
const LIFETIME_MS: Record<AccountLinkKind, number> = {
  reset_password: HOUR_MS,
  verify_email: 24 * HOUR_MS,
  change_email: 24 * HOUR_MS,
  undo_email_change: 7 * 24 * HOUR_MS,
};

/** The page, within the hub, that each link opens. */
const PATHS: Record<AccountLinkKind, string> = {
  reset_password: "/reset-password",
  verify_email: "/verify-email",
  change_email: "/change-email",
  undo_email_change: "/undo-email-change",
};

export const accountLinkPath = (kind: AccountLinkKind, token: string): string => `${PATHS[kind]}/${token}`;

type AccountLink = typeof accountLinks.$inferSelect;

/** Makes a link for one email of a user's, in the caller's transaction. Those made before go on working, so that nobody can void them by asking. */
export async function makeAccountLink(
  { db, now }: Ctx,
  { userId, kind, email }: Pick<AccountLink, "userId" | "kind" | "email">,
): Promise<{ path: string; expiresAt: Date }> {
  // Whoever erases the account waits for this, or this for them.
  const [user] = await db.select({ erasedAt: users.erasedAt }).from(users).where(eq(users.id, userId)).for("key share");
  if (user?.erasedAt) throw new AccountDeactivated();
  await db.delete(accountLinks).where(lte(accountLinks.expiresAt, now));
  const { token, tokenHash } = newLinkToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[kind]);
  await db.insert(accountLinks).values({ id: newId(), userId, kind, email, tokenHash, createdAt: now, expiresAt });
  return { path: accountLinkPath(kind, token), expiresAt };
}

type Wanted = { kind: AccountLinkKind; token: string };

/** The link behind a token while it works, of an account that is active; looking does not spend it, since mail programs look at links before people do. */
export async function findAccountLink({ db, now }: Ctx, { kind, token }: Wanted): Promise<AccountLink | null> {
  const tokenHash = linkTokenHash(token);
  if (!tokenHash) return null;
  const [found] = await db
    .select({ link: accountLinks })
    .from(accountLinks)
    .innerJoin(users, and(eq(users.id, accountLinks.userId), isNull(users.deactivatedAt)))
    .where(and(eq(accountLinks.tokenHash, tokenHash), eq(accountLinks.kind, kind), gt(accountLinks.expiresAt, now)));
  return found?.link ?? null;
}

/** The same. @throws BadRequest when it does not work */
export async function requireAccountLink(ctx: Ctx, wanted: Wanted): Promise<AccountLink> {
  const link = await findAccountLink(ctx, wanted);
  if (!link) throw new BadRequest("This link does not work any more: it was used, or it has expired.");
  return link;
}

/** Spends a link, in the caller's transaction. @throws BadRequest when somebody else just did */
export async function spendAccountLink({ db }: Ctx, { id }: AccountLink): Promise<void> {
  const spent = await db.delete(accountLinks).where(eq(accountLinks.id, id)).returning({ id: accountLinks.id });
  if (spent.length === 0) throw new BadRequest("This link was used a moment ago.");
}

/** Voids all of a user's links of these kinds, in the caller's transaction. */
export async function voidAccountLinks(
  { db }: Ctx,
  { userId, kinds }: { userId: string; kinds: readonly AccountLinkKind[] },
): Promise<void> {
  await db.delete(accountLinks).where(and(eq(accountLinks.userId, userId), inArray(accountLinks.kind, [...kinds])));
}

/**
 * Ends the links of a user who is deactivated, in the caller's transaction, but for the one that undoes a change of email: it may be all that the
 * account's true owner has. Their rows stay for now: by them an erasure finds the emails that were asked for.
 */
export async function endAccountLinks({ db, now }: Ctx, { userId }: { userId: string }): Promise<void> {
  const ends = and(
    eq(accountLinks.userId, userId),
    ne(accountLinks.kind, "undo_email_change"),
    gt(accountLinks.expiresAt, now),
  );
  const over = sql`greatest(${now.toISOString()}::timestamptz, ${accountLinks.createdAt} + interval '1 millisecond')`;
  await db.update(accountLinks).set({ expiresAt: over }).where(ends);
}
