import { and, eq, gt, inArray, isNull, lte, notExists, sql } from "drizzle-orm";
import { type ACCOUNT_LINK_KINDS, accountLinks, mails, users } from "@/db/schema";
import { AccountDeactivated, BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { linkTokenHash, newLinkToken } from "@/lib/platform/key-format";
import type { Ctx } from "../context";

export type AccountLinkKind = (typeof ACCOUNT_LINK_KINDS)[number];

const HOUR_MS = 60 * 60_000;

/** Seven days for the undo link, because people may not read their mail for a while. */
const LIFETIME_MS: Record<AccountLinkKind, number> = {
  reset_password: HOUR_MS,
  verify_email: 24 * HOUR_MS,
  change_email: 24 * HOUR_MS,
  undo_email_change: 7 * 24 * HOUR_MS,
};

const PATHS: Record<AccountLinkKind, string> = {
  reset_password: "/reset-password",
  verify_email: "/verify-email",
  change_email: "/change-email",
  undo_email_change: "/undo-email-change",
};

export const accountLinkPath = (kind: AccountLinkKind, token: string): string => `${PATHS[kind]}/${token}`;

type AccountLink = typeof accountLinks.$inferSelect;

/** Creates a link in the caller's transaction. Earlier links keep working, so a new request can't void them. */
export async function makeAccountLink(
  { db, now }: Ctx,
  { userId, kind, email }: Pick<AccountLink, "userId" | "kind" | "email">,
): Promise<{ path: string; expiresAt: Date }> {
  const [user] = await db.select({ erasedAt: users.erasedAt }).from(users).where(eq(users.id, userId)).for("key share");
  if (user?.erasedAt) throw new AccountDeactivated();
  // Erasure finds the mails to a requested new email through its link, so the link outlives them.
  const isItsMail = and(eq(mails.recipient, accountLinks.email), lte(mails.createdAt, accountLinks.expiresAt));
  const itsMails = db.select({ id: mails.id }).from(mails).where(isItsMail);
  await db.delete(accountLinks).where(and(lte(accountLinks.expiresAt, now), notExists(itsMails)));
  const { token, tokenHash } = newLinkToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[kind]);
  await db.insert(accountLinks).values({ id: newId(), userId, kind, email, tokenHash, createdAt: now, expiresAt });
  return { path: accountLinkPath(kind, token), expiresAt };
}

type LinkKey = { kind: AccountLinkKind; token: string };

/** Returns the working link of an active account, or null. Does not spend it: mail scanners open links first. */
export async function findAccountLink({ db, now }: Ctx, { kind, token }: LinkKey): Promise<AccountLink | null> {
  const tokenHash = linkTokenHash(token);
  if (!tokenHash) return null;
  const [row] = await db
    .select({ link: accountLinks })
    .from(accountLinks)
    .innerJoin(users, and(eq(users.id, accountLinks.userId), isNull(users.deactivatedAt)))
    .where(and(eq(accountLinks.tokenHash, tokenHash), eq(accountLinks.kind, kind), gt(accountLinks.expiresAt, now)));
  return row?.link ?? null;
}

/** @throws BadRequest when the link does not work */
export async function requireAccountLink(ctx: Ctx, key: LinkKey): Promise<AccountLink> {
  const link = await findAccountLink(ctx, key);
  if (!link) throw new BadRequest("This link has expired or was already used. Request a new one.");
  return link;
}

/** Spends a link in the caller's transaction. @throws BadRequest when another request just spent it */
export async function spendAccountLink({ db }: Ctx, { id, tokenHash }: AccountLink): Promise<void> {
  const unspent = and(eq(accountLinks.id, id), eq(accountLinks.tokenHash, tokenHash));
  const spent = await db.delete(accountLinks).where(unspent).returning({ id: accountLinks.id });
  if (spent.length === 0) throw new BadRequest("This link was just used. Request a new one.");
}

/** Voids a user's links of these kinds in the caller's transaction. The rows stay, because erasure needs them. */
export async function voidAccountLinks(
  { db }: Ctx,
  { userId, kinds }: { userId: string; kinds: readonly AccountLinkKind[] },
): Promise<void> {
  const tokenHash = sql`encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex')`;
  const matching = and(eq(accountLinks.userId, userId), inArray(accountLinks.kind, [...kinds]));
  await db.update(accountLinks).set({ tokenHash }).where(matching);
}
