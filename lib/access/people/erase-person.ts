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
import { erasePersonFromAudit } from "../audit/chain/erase-from-audit";
import { recordAccountAudit, recordAudit, recordAudits } from "../audit/record-audit";
import type { Ctx } from "../context";
import { revokeInvitations } from "../members/invite-member";
import { brandsOwnedAlone, lockPerson, type OwnedBrand, type Person, withdrawHandOversBy } from "./change-person";
import { OWN_TABLES } from "./export-person";

export interface Erasure {
  pseudonym: string;
}

const MISSING = "This person doesn’t exist.";

/** Current and former emails, except those that others have now. */
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

/** Cancels pending mails and blanks sent ones, including those to an email that was only requested. */
async function blankMails({ db, now }: Ctx, { to, personId, placeholder }: BlankedMails): Promise<void> {
  const others = db.select({ email: users.email }).from(users).where(ne(users.id, personId));
  const requested = db
    .select({ email: accountLinks.email })
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, personId), notInArray(accountLinks.email, others)));
  const theirs = or(
    inArray(mails.recipient, to),
    and(inArray(mails.recipient, requested), like(mails.kind, "account.%")),
  );
  const ended = { status: "dead", sealed: null, leaseToken: null, leaseUntil: null, finishedAt: now } as const;
  const reason = "The account was deleted.";
  await db
    .update(mails)
    .set({ ...ended, reason })
    .where(and(theirs, eq(mails.status, "pending")));
  // A mail server's reason may contain the recipient.
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

/** Operator only: owners choose their own successors. */
async function transferBrands(
  ctx: Ctx,
  { owned, email }: { owned: readonly OwnedBrand[]; email: string },
): Promise<void> {
  const [successor] = await ctx.db.select().from(users).where(eq(users.email, email.trim().toLowerCase()));
  if (!successor || successor.deactivatedAt) throw new NotFound(`No active account has the email ${email}.`);
  for (const { id: brandId } of owned) {
    const key = and(eq(memberships.brandId, brandId), eq(memberships.userId, successor.id));
    const [before] = await ctx.db.select({ role: memberships.role }).from(memberships).where(key);
    await ctx.db
      .insert(memberships)
      .values({ brandId, userId: successor.id, role: "owner", createdAt: ctx.now })
      .onConflictDoUpdate({ target: [memberships.brandId, memberships.userId], set: { role: "owner" } });
    const target = { kind: "user", id: successor.id, label: successor.name };
    const diff: Record<string, [unknown, unknown]> = { role: [before?.role ?? null, "owner"] };
    await recordAudit(ctx, { brandId, action: "brand.transferred", target, diff });
  }
}

/** @throws BadRequest if a brand or the hub would have no owner or administrator */
async function requireSuccessors(
  ctx: Ctx,
  { person, otherAdmins, newOwner }: { person: Person; otherAdmins: boolean; newOwner?: string },
): Promise<void> {
  const self = ctx.actor.kind === "user" && ctx.actor.userId === person.id;
  const whoIs = self ? "You are" : `${person.name} is`;
  if (person.hubAdmin && !otherAdmins)
    throw new BadRequest(
      `${whoIs} the only hub administrator who can sign in. Make someone else an administrator first.`,
    );
  const owned = (await brandsOwnedAlone(ctx, person.id)).filter(({ deletionDueAt }) => !deletionDueAt);
  if (owned.length === 0) return;
  if (newOwner !== undefined) return transferBrands(ctx, { owned, email: newOwner });
  throw new BadRequest(
    `${whoIs} the only owner who can sign in to ${namesOf(owned)}. Make someone else an owner first, or archive and delete the brand.`,
  );
}

/** Audited in each brand, as when a member leaves. */
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
  typedEmail: string;
  newOwner?: string;
}

/** Erases a person in one transaction. Their publications and history stay under a pseudonym; everything else goes. */
async function erase(ctx: Ctx, { personId, typedEmail, newOwner }: Erased): Promise<Erasure> {
  requireRecentProof(ctx);
  return inTransaction(ctx, async (tx) => {
    const { db, now } = tx;
    const { person, otherAdmins } = await lockPerson(tx, { personId, erasing: true });
    if (typedEmail.trim().toLowerCase() !== person.email)
      throw new BadRequest(`Type ${person.email} to delete this account.`, { field: "typedEmail" });
    await requireSuccessors(tx, { person, otherAdmins, newOwner });
    const [next] = await rowsOf<{ number: string }>(db, sql`select nextval('deleted_members')::text as number`);
    if (!next) throw new Error("sequence deleted_members returned no number");
    const pseudonym = `Deleted member ${next.number}`;
    const placeholder = `deleted-member-${next.number}`;
    const emails = await emailsOf(tx, person);
    await revokeInvitations(tx, eq(invitations.invitedBy, personId));
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
    await recordAccountAudit(tx, "account.erased", { id: personId, name: pseudonym });
    const self = ctx.actor.kind === "user" && ctx.actor.userId === personId;
    const reason = self ? "They deleted their account." : "Their account was deleted.";
    await erasePersonFromAudit(tx, { userId: personId, emails, pseudonym, reason });
    return { pseudonym };
  });
}

/** @throws ReauthRequired, or BadRequest for a wrong email, a sole brand owner or the last hub administrator */
export async function eraseOwnAccount(ctx: Ctx, { typedEmail }: { typedEmail: string }): Promise<Erasure> {
  const { userId } = requireUser(ctx);
  return erase(ctx, { personId: userId, typedEmail });
}

/** @throws Forbidden, ReauthRequired, NotFound, BadRequest like `eraseOwnAccount` */
export async function erasePerson(ctx: Ctx, input: { personId: string; typedEmail: string }): Promise<Erasure> {
  requireHubAdmin(ctx);
  return erase(ctx, input);
}

/** Operator only. Brands without another owner go to `newOwner`. @throws NotFound, BadRequest like `eraseOwnAccount` */
export async function eraseByEmail(ctx: Ctx, input: { email: string; newOwner?: string }): Promise<Erasure> {
  requireOperator(ctx);
  const typedEmail = input.email.trim().toLowerCase();
  const [person] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, typedEmail));
  if (!person) throw new NotFound(MISSING);
  return erase(ctx, { personId: person.id, typedEmail, newOwner: input.newOwner });
}
