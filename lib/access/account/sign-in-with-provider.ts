import { and, eq, isNull } from "drizzle-orm";
import { accounts, users } from "@/db/schema";
import { asUser, inTransaction } from "@/lib/platform/context";
import { AccountDeactivated, Forbidden } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { recordAccountAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { revokeAllSessions } from "../sessions/revoke-sessions";
import { ACCOUNT_LIMITS, looksLikeEmail } from "./account-input";
import { voidAccountLinks } from "./account-links";
import { clearFactors } from "./factors/change-factors";
import { requireSignInMethod, signInMethodOf } from "./sign-in-method";

export interface ProviderIdentity {
  /** `github`, `google`, or the company's issuer. */
  provider: string;
  providerAccountId: string;
  /** Null unless the provider has verified it. */
  verifiedEmail: string | null;
  name: string | null;
  /** When the provider last authenticated the person, in Unix seconds; null if unknown. */
  authenticatedAtSeconds?: number | null;
}

/** 403: a former holder of this email linked the account. Shown only to someone who verified the email. */
export class OtherIdentityLinked extends Forbidden {
  constructor() {
    super("This email belonged to someone else before, who owns the account here. Contact your administrator.");
  }
}

async function findLinked(ctx: Ctx, { provider, providerAccountId }: ProviderIdentity): Promise<string | null> {
  const [account] = await ctx.db
    .select({ userId: accounts.userId, email: users.email, deactivatedAt: users.deactivatedAt })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(accounts.provider, provider), eq(accounts.providerAccountId, providerAccountId)));
  if (!account) return null;
  requireSignInMethod(ctx, { email: account.email, by: signInMethodOf(ctx, provider) });
  if (account.deactivatedAt) throw new AccountDeactivated();
  return account.userId;
}

/** A reassigned email must not give its new holder the former one's account. */
async function requireOnlyIdentity({ db }: Ctx, { userId, provider }: { userId: string; provider: string }) {
  const linked = await db.$count(accounts, and(eq(accounts.userId, userId), eq(accounts.provider, provider)));
  if (linked > 1) throw new OtherIdentityLinked();
}

/**
 * Someone else with the invitation link may have created the account, so its password, factors and sessions end, once.
 */
async function takeVerifiedAccount(ctx: Ctx, user: { id: string; name: string; passwordHash: string | null }) {
  const taken = await ctx.db
    .update(users)
    .set({ emailVerifiedAt: ctx.now, passwordHash: null })
    .where(and(eq(users.id, user.id), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id });
  if (taken.length === 0) return;
  await clearFactors(ctx, { user });
  await revokeAllSessions(ctx);
  await voidAccountLinks(ctx, { userId: user.id, kinds: ["reset_password", "verify_email", "change_email"] });
  if (user.passwordHash === null) return;
  await recordAccountAudit(ctx, "account.password_cleared", user);
}

/**
 * Returns the linked user, else the one with the same verified email, else a new one. Null without a link or a verified
 * email. Authorised by the provider.
 * @throws AccountDeactivated, OtherIdentityLinked, CompanySignInOnly, without linking anything
 */
export async function signInWithProvider(ctx: Ctx, identity: ProviderIdentity): Promise<string | null> {
  const linked = await findLinked(ctx, identity);
  if (linked) return linked;
  const email = identity.verifiedEmail?.trim().toLowerCase();
  if (!email || !looksLikeEmail(email)) return null;
  requireSignInMethod(ctx, { email, by: signInMethodOf(ctx, identity.provider) });
  return inTransaction(ctx, async (inTx) => {
    const { db, now } = inTx;
    const name = identity.name?.trim().slice(0, ACCOUNT_LIMITS.name) || email.slice(0, email.indexOf("@"));
    await db
      .insert(users)
      .values({ id: newId(), email, name, emailVerifiedAt: now, createdAt: now })
      .onConflictDoNothing({ target: users.email });
    const [user] = await db.select().from(users).where(eq(users.email, email)).for("update");
    if (!user) throw new Error("inserted user not found");
    if (user.deactivatedAt) throw new AccountDeactivated();
    const { provider, providerAccountId } = identity;
    const made = await db
      .insert(accounts)
      .values({ provider, providerAccountId, userId: user.id, createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (made.length === 0) return findLinked(inTx, identity);
    const linking = asUser(inTx, user.id);
    await requireOnlyIdentity(linking, { userId: user.id, provider });
    await recordAccountAudit(linking, "account.linked", { id: user.id, name: provider });
    await takeVerifiedAccount(linking, user);
    return user.id;
  });
}
