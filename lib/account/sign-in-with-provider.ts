import { and, eq, isNull } from "drizzle-orm";
import { accounts, users } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import { AccountDeactivated } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { revokeAllSessions } from "@/lib/sessions/server";
import { voidAccountLinks } from "./account-links";

/** Somebody as GitHub or Google know them. */
export interface ProviderIdentity {
  provider: string;
  providerAccountId: string;
  /** Only an email that the provider has verified; null otherwise. */
  verifiedEmail: string | null;
  name: string | null;
}

async function findLinked({ db }: Ctx, { provider, providerAccountId }: ProviderIdentity): Promise<string | null> {
  const [account] = await db
    .select({ userId: accounts.userId, deactivatedAt: users.deactivatedAt })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(accounts.provider, provider), eq(accounts.providerAccountId, providerAccountId)));
  if (account?.deactivatedAt) throw new AccountDeactivated();
  return account?.userId ?? null;
}

/**
 * Makes the account theirs whose email it is. Until now whoever held the invitation's link may have made it, and know its
 * password: that and every session end, once.
 */
async function takeVerifiedAccount(ctx: Ctx, user: { id: string; name: string; passwordHash: string | null }) {
  const taken = await ctx.db
    .update(users)
    .set({ emailVerifiedAt: ctx.now, passwordHash: null })
    .where(and(eq(users.id, user.id), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id });
  if (taken.length === 0) return;
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
 * Anybody may try: the provider is the proof. @throws AccountDeactivated, and links nothing
 */
export async function signInWithProvider(ctx: Ctx, identity: ProviderIdentity): Promise<string | null> {
  const { db, now } = ctx;
  const linked = await findLinked(ctx, identity);
  if (linked) return linked;
  const email = identity.verifiedEmail?.trim().toLowerCase();
  if (!email) return null;
  return db.transaction(async (tx) => {
    const name = identity.name?.trim() || email.slice(0, email.indexOf("@"));
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
    const target = { kind: "user", id: user.id, label: provider };
    await recordAudit(linking, { brandId: null, action: "account.linked", target });
    await takeVerifiedAccount(linking, user);
    return user.id;
  });
}
