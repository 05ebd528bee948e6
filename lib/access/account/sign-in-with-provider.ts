import { and, eq, isNull } from "drizzle-orm";
import { accounts, users } from "@/db/schema";
import { AccountDeactivated, Forbidden } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { revokeAllSessions } from "../sessions/revoke-sessions";
import { ACCOUNT_LIMITS, mayBeEmail } from "./account-input";
import { voidAccountLinks } from "./account-links";
import { clearFactors } from "./factors/change-factors";
import { requireWayIn, wayOf } from "./require-way-in";

/** Somebody as GitHub, Google or the company's own provider know them. */
export interface ProviderIdentity {
  /** `github`, `google`, or the issuer of the company's own. */
  provider: string;
  providerAccountId: string;
  /** Only an email that the provider has verified; null otherwise. */
  verifiedEmail: string | null;
  name: string | null;
  /** When the provider says that the person last proved to it who they are, in Unix seconds; null where it says nothing of it. */
  provedAtSeconds?: number | null;
}

/** 403: the email's account is linked to somebody else there, who had the email before. Said only to who has proved the email. */
export class OtherIdentityLinked extends Forbidden {
  constructor() {
    super("Somebody else there had this email before you, and the account here is theirs. Ask whoever runs the hub.");
  }
}

async function findLinked(ctx: Ctx, { provider, providerAccountId }: ProviderIdentity): Promise<string | null> {
  const [account] = await ctx.db
    .select({ userId: accounts.userId, email: users.email, deactivatedAt: users.deactivatedAt })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(accounts.provider, provider), eq(accounts.providerAccountId, providerAccountId)));
  if (!account) return null;
  requireWayIn(ctx, { email: account.email, by: wayOf(ctx, provider) });
  if (account.deactivatedAt) throw new AccountDeactivated();
  return account.userId;
}

/**
 * Guarantees that the identity that was just linked is the user's only one at the provider. An email that is given to the next person of its name
 * must not give them the account of the one before. @throws OtherIdentityLinked
 */
async function requireOnlyIdentity({ db }: Ctx, { userId, provider }: { userId: string; provider: string }) {
  const linked = await db.$count(accounts, and(eq(accounts.userId, userId), eq(accounts.provider, provider)));
  if (linked > 1) throw new OtherIdentityLinked();
}

/**
 * Makes the account theirs whose email it is. Until now whoever held the invitation's link may have made it, and know its
 * password, or have added a passkey: these and every session end, once.
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
  const target = { kind: "user", id: user.id, label: user.name };
  await recordAudit(ctx, { brandId: null, action: "account.password_cleared", target });
}

/**
 * The id of the user behind an identity elsewhere: the one it is linked to, else the one with its verified e-mail, which
 * links them, else a new user who belongs to no brand. Null when it is not linked and has no verified e-mail. The first link
 * to an account whose email nobody had proved clears its password and ends its sessions, with an audit entry.
 * Anybody may try: the provider is the proof.
 * @throws AccountDeactivated, OtherIdentityLinked, CompanySignInOnly, and links nothing
 */
export async function signInWithProvider(ctx: Ctx, identity: ProviderIdentity): Promise<string | null> {
  const { db, now } = ctx;
  const linked = await findLinked(ctx, identity);
  if (linked) return linked;
  const email = identity.verifiedEmail?.trim().toLowerCase();
  if (!email || !mayBeEmail(email)) return null;
  requireWayIn(ctx, { email, by: wayOf(ctx, identity.provider) });
  return db.transaction(async (tx) => {
    const name = identity.name?.trim().slice(0, ACCOUNT_LIMITS.name) || email.slice(0, email.indexOf("@"));
    await tx
      .insert(users)
      .values({ id: newId(), email, name, emailVerifiedAt: now, createdAt: now })
      .onConflictDoNothing({ target: users.email });
    const [user] = await tx
      .select({
        id: users.id,
        name: users.name,
        passwordHash: users.passwordHash,
        deactivatedAt: users.deactivatedAt,
      })
      .from(users)
      .where(eq(users.email, email))
      .for("update");
    if (!user) throw new Error("a user that was just made is not there");
    if (user.deactivatedAt) throw new AccountDeactivated();
    const { provider, providerAccountId } = identity;
    const made = await tx
      .insert(accounts)
      .values({ provider, providerAccountId, userId: user.id, createdAt: now })
      .onConflictDoNothing()
      .returning();
    // Another request linked it in the meantime: that link holds.
    if (made.length === 0) return findLinked({ ...ctx, db: tx }, identity);
    const linking: Ctx = { ...ctx, db: tx, actor: { kind: "user", userId: user.id, hubAdmin: false } };
    await requireOnlyIdentity(linking, { userId: user.id, provider });
    const target = { kind: "user", id: user.id, label: provider };
    await recordAudit(linking, { brandId: null, action: "account.linked", target });
    await takeVerifiedAccount(linking, user);
    return user.id;
  });
}
