import { and, eq, inArray, like, ne, notInArray, or, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { accountLinks, invitations, mails, memberships, users } from "@/db/schema";
import {
  inTransaction,
  requireHubAdmin,
  requireOperator,
  requireRecentProof,
  requireUser,
} from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { forgetPersonInAudit } from "../audit/chain/forget-in-audit";
import { recordAudit, recordAudits } from "../audit/record-audit";
import type { Ctx } from "../context";
import { OWN_TABLES } from "./export-person";
import {
  brandsOwnedAlone,
  lockPerson,
  type OwnedBrand,
  type Person,
  revokeInvitationsBy,
  withdrawHandOversBy,
} from "./lock-person";

/** What erasing a person came to: the name by which what they did is told from now on. */
export interface Erasure {
  pseudonym: string;
}

const MISSING = "There is no such person.";

/** Emails that were the person's, as far as the log knows, but for those that are another's by now. */
async function emailsOf({ db }: Ctx, person: Person): Promise<string[]> {
  const former = await rowsOf<{ email: string }>(
    db,
    sql`
    select distinct changed.email from audit_entries e, lateral jsonb_array_elements_text(e.diff -> 'email') changed(email)
    where e.target_id = ${person.id} and e.action in ('account.email_changed', 'account.email_change_undone')
      and jsonb_typeof(e.diff -> 'email') = 'array'
      and not exists (select 1 from users u where u.email = changed.email and u.id <> ${person.id})`,
  );
  return [...new Set([person.email, ...former.map(({ email }) => email)])];
}

/** Ends what waits to be sent to a person, and blanks what was. A mail about an email that they only asked for is theirs as well. */
async function blankMails({ db, now }: Ctx, { to, personId, placeholder }: BlankedMails): Promise<void> {
  const others = db.select({ email: users.email }).from(users).where(ne(users.id, personId));
  const asked = db
    .select({ email: accountLinks.email })
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, personId), notInArray(accountLinks.email, others)));
  const theirs = or(inArray(mails.recipient, to), and(inArray(mails.recipient, asked), like(mails.kind, "account.%")));
  const ended = { status: "dead", sealed: null, leaseToken: null, leaseUntil: null, finishedAt: now } as const;
  const reason = "The account was deleted.";
  await db
    .update(mails)
    .set({ ...ended, reason })
    .where(and(theirs, eq(mails.status, "pending")));
  // A mail server's reason may name the recipient.
  await db
    .update(mails)
    .set({ recipient: placeholder, reason: sql`case when ${mails.status} = 'dead' then ${reason}::text end` })
    .where(theirs);
}

interface BlankedMails {
  to: string[];
  personId: string;
  placeholder: string;
}

const namesOf = (owned: readonly OwnedBrand[]) => owned.map(({ name, slug }) => `${name} (${slug})`).join(", ");

/** Another owner for brands that would have none. For the operator: whoever owns a brand names its owners themselves. */
async function handOver(ctx: Ctx, { owned, email }: { owned: readonly OwnedBrand[]; email: string }): Promise<void> {
  const [heir] = await ctx.db.select().from(users).where(eq(users.email, email.trim().toLowerCase()));
  if (!heir || heir.deactivatedAt) throw new NotFound(`Nobody who can sign in has the email ${email}.`);
  for (const { id: brandId } of owned) {
    const key = and(eq(memberships.brandId, brandId), eq(memberships.userId, heir.id));
    const [before] = await ctx.db.select({ role: memberships.role }).from(memberships).where(key);
    await ctx.db
      .insert(memberships)
      .values({ brandId, userId: heir.id, role: "owner", createdAt: ctx.now })
      .onConflictDoUpdate({ target: [memberships.brandId, memberships.userId], set: { role: "owner" } });
    const target = { kind: "user", id: heir.id, label: heir.name };
    const diff: Record<string, [unknown, unknown]> = { role: [before?.role ?? null, "owner"] };
    await recordAudit(ctx, { brandId, action: "brand.transferred", target, diff });
  }
}

/** Guarantees that somebody is left for every brand, and for the hub. @throws BadRequest with what to do */
async function requireSuccessors(
  ctx: Ctx,
  { person, otherAdmins, newOwner }: { person: Person; otherAdmins: boolean; newOwner?: string },
): Promise<void> {
  const self = ctx.actor.kind === "user" && ctx.actor.userId === person.id;
  const whoIs = self ? "You are" : `${person.name} is`;
  if (person.hubAdmin && !otherAdmins)
    throw new BadRequest(`${whoIs} the only hub administrator who can sign in. Have somebody else made one first.`);
  // A brand that is to be deleted needs nobody any more.
  const owned = (await brandsOwnedAlone(ctx, person.id)).filter(({ deletionDueAt }) => !deletionDueAt);
  if (owned.length === 0) return;
  if (newOwner !== undefined) return handOver(ctx, { owned, email: newOwner });
  throw new BadRequest(
    `${whoIs} the only owner who can sign in of ${namesOf(owned)}. Make somebody else an owner there first, or archive the brand and have it deleted.`,
  );
}

/** The memberships end, with an entry in each brand's log, as when somebody leaves or is removed. */
async function endMemberships(ctx: Ctx, { id, pseudonym }: { id: string; pseudonym: string }): Promise<void> {
  const ended = await ctx.db.delete(memberships).where(eq(memberships.userId, id)).returning();
  if (ended.length === 0) return;
  const action = ctx.actor.kind === "user" && ctx.actor.userId === id ? "member.left" : "member.removed";
  const target = { kind: "user", id, label: pseudonym };
  await recordAudits(
    ctx,
    ended.map(({ brandId, role }) => ({ brandId, action, target, diff: { role: [role, null] } })),
  );
}

interface Erased {
  personId: string;
  /** Typed by whoever asks, so that nobody is erased by a slip. */
  typedEmail: string;
  newOwner?: string;
}

/**
 * Takes a person out of the hub, all or nothing. What they published and did stays, by a pseudonym; whatever else is theirs goes:
 * how they sign in, sessions, memberships, drafts, links, invitations to them, and every place where their name, email, address or browser stood.
 */
async function erase(ctx: Ctx, { personId, typedEmail, newOwner }: Erased): Promise<Erasure> {
  requireRecentProof(ctx);
  return inTransaction(ctx, async (tx) => {
    const { db, now } = tx;
    const { person, otherAdmins } = await lockPerson(tx, { personId, erasing: true });
    if (typedEmail.trim().toLowerCase() !== person.email)
      throw new BadRequest(`Type ${person.email} to delete this account.`, { field: "typedEmail" });
    await requireSuccessors(tx, { person, otherAdmins, newOwner });
    const [next] = await rowsOf<{ number: string }>(db, sql`select nextval('deleted_members')::text as number`);
    if (!next) throw new Error("the counter of deleted members gave no number");
    const pseudonym = `Deleted member ${next.number}`;
    const placeholder = `deleted-member-${next.number}`;
    const emails = await emailsOf(tx, person);
    await revokeInvitationsBy(tx, personId);
    await withdrawHandOversBy(tx, personId);
    await db.delete(invitations).where(inArray(invitations.email, emails));
    await blankMails(tx, { to: emails, personId, placeholder });
    await db
      .update(users)
      .set({
        ...{ name: pseudonym, email: placeholder, erasedAt: now, deactivatedAt: person.deactivatedAt ?? now },
        ...{ passwordHash: null, emailVerifiedAt: null, hubAdmin: false, activeBrandId: null },
      })
      .where(eq(users.id, personId));
    await endMemberships(tx, { id: personId, pseudonym });
    for (const { table, userId } of OWN_TABLES) await db.delete(table).where(eq(userId, personId));
    const target = { kind: "user", id: personId, label: pseudonym };
    await recordAudit(tx, { brandId: null, action: "account.erased", target });
    const self = ctx.actor.kind === "user" && ctx.actor.userId === personId;
    const reason = self ? "They deleted their account." : "Their account was deleted.";
    await forgetPersonInAudit(tx, { userId: personId, emails, pseudonym, reason });
    return { pseudonym };
  });
}

/** Deletes the acting person's own account. @throws ProofNeeded, BadRequest for another email, or while only they own a brand or administer the hub */
export async function eraseOwnAccount(ctx: Ctx, { typedEmail }: { typedEmail: string }): Promise<Erasure> {
  const { userId } = requireUser(ctx);
  return erase(ctx, { personId: userId, typedEmail });
}

/** Deletes a person's account. @throws Forbidden unless a hub administrator asks, ProofNeeded, BadRequest as for one's own, NotFound */
export async function erasePerson(ctx: Ctx, input: { personId: string; typedEmail: string }): Promise<Erasure> {
  requireHubAdmin(ctx);
  return erase(ctx, input);
}

/**
 * Deletes the account with an email; brands that would be left without an owner go to `newOwner`. For the operator alone.
 * @throws NotFound, BadRequest as for one's own
 */
export async function eraseByEmail(ctx: Ctx, input: { email: string; newOwner?: string }): Promise<Erasure> {
  requireOperator(ctx);
  const typedEmail = input.email.trim().toLowerCase();
  const [person] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, typedEmail));
  if (!person) throw new NotFound(MISSING);
  return erase(ctx, { personId: person.id, typedEmail, newOwner: input.newOwner });
}
