import { and, asc, eq, like, or, type SQL, sql } from "drizzle-orm";
import {
  accountLinks,
  accounts,
  apiKeys,
  apiRequests,
  auditEntries,
  authenticatorApps,
  brandDeletions,
  brands,
  brandVersions,
  drafts,
  entitlements,
  files,
  formerMembers,
  handOvers,
  invitations,
  mails,
  memberships,
  notices,
  passkeys,
  recoveryCodes,
  sessions,
  toolCredentials,
  users,
} from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import { type Ctx, inTransaction, requireOperator, requireRecentProof, requireUser } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { momentOfId } from "@/lib/kernel/ids";

/** Raised with every change of the file's shape that a reader could stumble over. */
export const PERSON_EXPORT_VERSION = 1;

type Person = typeof users.$inferSelect;
type Page = { limit: number; offset: number };
type Row = Record<string, unknown>;

/** Rows that one list of the file holds at most; more are counted in `left_out`. */
const MOST_ROWS = 50_000;
const ROWS_AT_ONCE = 500;

const brand = { id: brands.id, slug: brands.slug, name: brands.name };

/** Who acted, without naming anybody else. */
const actorWords = (personId: string): SQL<string> => sql`case
  when ${auditEntries.actorKind} <> 'user' then ${auditEntries.actorKind}
  when ${auditEntries.actorId} = ${personId} then 'you' else 'another person' end`;

/** What was acted on, without naming anybody else. */
const targetWords = (personId: string): SQL<string> => sql`case
  when ${auditEntries.targetKind} = 'user' and ${auditEntries.targetId} <> ${personId} then 'another person'
  else ${auditEntries.targetLabel} end`;

/** Whoever held an invitation's link may have made the account: until the email is proved, what others sent to it is not theirs to see. */
const proved = ({ emailVerifiedAt }: Person): boolean => emailVerifiedAt !== null;

/** Each list of the file: a part of its rows, in an order that stays. No secret and no digest of one is in it. */
const LISTS: Record<string, (ctx: Ctx, person: Person, page: Page) => Promise<Row[]>> = {
  providers: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({ provider: accounts.provider, account_id: accounts.providerAccountId, linked_at: accounts.createdAt })
      .from(accounts)
      .where(eq(accounts.userId, id))
      .orderBy(asc(accounts.provider), asc(accounts.providerAccountId))
      .limit(limit)
      .offset(offset),
  memberships: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({ brand, role: memberships.role, since: memberships.createdAt, brand_archived_at: brands.archivedAt })
      .from(memberships)
      .innerJoin(brands, eq(brands.id, memberships.brandId))
      .where(eq(memberships.userId, id))
      .orderBy(asc(memberships.createdAt), asc(memberships.brandId))
      .limit(limit)
      .offset(offset),
  former_memberships: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({ brand, ended_at: formerMembers.endedAt })
      .from(formerMembers)
      .innerJoin(brands, eq(brands.id, formerMembers.brandId))
      .where(eq(formerMembers.userId, id))
      .orderBy(asc(formerMembers.endedAt), asc(formerMembers.brandId))
      .limit(limit)
      .offset(offset),
  sessions: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({
        id: sessions.id,
        kind: sessions.kind,
        name: sessions.name,
        scopes: sessions.scopes,
        user_agent: sessions.userAgent,
        new_browser: sessions.newBrowser,
        client_ip: sessions.clientIp,
        created_at: sessions.createdAt,
        proved_at: sessions.provedAt,
        last_seen_at: sessions.lastSeenAt,
        expires_at: sessions.expiresAt,
        revoked_at: sessions.revokedAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, id))
      .orderBy(asc(sessions.createdAt), asc(sessions.id))
      .limit(limit)
      .offset(offset),
  passkeys: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({ name: passkeys.name, added_at: passkeys.createdAt, last_used_at: passkeys.lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, id))
      .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
      .limit(limit)
      .offset(offset),
  authenticator_apps: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({ set_up_at: authenticatorApps.createdAt, last_used_at: authenticatorApps.lastUsedAt })
      .from(authenticatorApps)
      .where(eq(authenticatorApps.userId, id))
      .limit(limit)
      .offset(offset),
  recovery_codes: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({ made_at: recoveryCodes.createdAt })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, id))
      .orderBy(asc(recoveryCodes.createdAt))
      .limit(limit)
      .offset(offset),
  account_links: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({
        kind: accountLinks.kind,
        email: accountLinks.email,
        created_at: accountLinks.createdAt,
        expires_at: accountLinks.expiresAt,
      })
      .from(accountLinks)
      .where(eq(accountLinks.userId, id))
      .orderBy(asc(accountLinks.createdAt), asc(accountLinks.id))
      .limit(limit)
      .offset(offset),
  invitations_received: async (ctx, person, page) => {
    const { id, email } = person;
    const joined = sql`${invitations.acceptedAt} is not null and exists (
      select 1 from ${memberships} where ${memberships.brandId} = ${invitations.brandId} and ${memberships.userId} = ${id}
      union select 1 from ${formerMembers} where ${formerMembers.brandId} = ${invitations.brandId} and ${formerMembers.userId} = ${id})`;
    return listInvitations(ctx, and(eq(invitations.email, email), proved(person) ? undefined : joined), page);
  },
  invitations_made: async (ctx, { id }, page) => listInvitations(ctx, eq(invitations.invitedBy, id), page),
  drafts: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({ brand, base_version: drafts.baseVersion, revision: drafts.revision, updated_at: drafts.updatedAt })
      .from(drafts)
      .innerJoin(brands, eq(brands.id, drafts.brandId))
      .where(eq(drafts.userId, id))
      .orderBy(asc(drafts.updatedAt), asc(drafts.brandId))
      .limit(limit)
      .offset(offset),
  versions_published: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({
        brand,
        version: brandVersions.version,
        changed: brandVersions.changed,
        note: brandVersions.note,
        restored_from: brandVersions.restoredFrom,
        published_at: brandVersions.createdAt,
      })
      .from(brandVersions)
      .innerJoin(brands, eq(brands.id, brandVersions.brandId))
      .where(eq(brandVersions.authorId, id))
      .orderBy(asc(brandVersions.createdAt), asc(brandVersions.brandId), asc(brandVersions.version))
      .limit(limit)
      .offset(offset),
  files_uploaded: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({ brand, sha256: files.sha256, mime: files.mime, bytes: files.bytes, uploaded_at: files.createdAt })
      .from(files)
      .innerJoin(brands, eq(brands.id, files.brandId))
      .where(eq(files.uploadedBy, id))
      .orderBy(asc(files.createdAt), asc(files.id))
      .limit(limit)
      .offset(offset),
  api_keys_issued: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({
        brand,
        name: apiKeys.name,
        scopes: apiKeys.scopes,
        last_four: apiKeys.lastFour,
        issued_at: apiKeys.createdAt,
        expires_at: apiKeys.expiresAt,
        last_used_at: apiKeys.lastUsedAt,
        revoked_at: apiKeys.revokedAt,
      })
      .from(apiKeys)
      .innerJoin(brands, eq(brands.id, apiKeys.brandId))
      .where(eq(apiKeys.createdBy, id))
      .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
      .limit(limit)
      .offset(offset),
  tool_credentials_made: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({
        tool: toolCredentials.toolSlug,
        kind: toolCredentials.kind,
        name: toolCredentials.name,
        last_four: toolCredentials.lastFour,
        made_at: toolCredentials.createdAt,
        expires_at: toolCredentials.expiresAt,
        last_used_at: toolCredentials.lastUsedAt,
        revoked_at: toolCredentials.revokedAt,
      })
      .from(toolCredentials)
      .where(eq(toolCredentials.createdBy, id))
      .orderBy(asc(toolCredentials.createdAt), asc(toolCredentials.id))
      .limit(limit)
      .offset(offset),
  hand_overs_made: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({
        tool: handOvers.toolSlug,
        name: handOvers.name,
        made_at: handOvers.createdAt,
        expires_at: handOvers.expiresAt,
        used_at: handOvers.revealedAt,
        withdrawn_at: handOvers.withdrawnAt,
      })
      .from(handOvers)
      .where(eq(handOvers.createdBy, id))
      .orderBy(asc(handOvers.createdAt), asc(handOvers.id))
      .limit(limit)
      .offset(offset),
  tools_granted: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({ brand, tool: entitlements.toolSlug, granted_at: entitlements.createdAt })
      .from(entitlements)
      .innerJoin(brands, eq(brands.id, entitlements.brandId))
      .where(eq(entitlements.grantedBy, id))
      .orderBy(asc(entitlements.createdAt), asc(entitlements.brandId), asc(entitlements.toolSlug))
      .limit(limit)
      .offset(offset),
  api_requests: async ({ db }, { id }, { limit, offset }) => {
    const rows = await db
      .select({
        id: apiRequests.id,
        brand_id: apiRequests.brandId,
        request_id: apiRequests.requestId,
        operation: apiRequests.operation,
        credential: apiRequests.credential,
        status: apiRequests.status,
      })
      .from(apiRequests)
      .where(eq(apiRequests.userId, id))
      .orderBy(asc(apiRequests.id))
      .limit(limit)
      .offset(offset);
    return rows.map(({ id: madeAt, ...row }) => ({ at: momentOfId(madeAt), ...row }));
  },
  brand_deletions_asked: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({ brand, asked_at: brandDeletions.askedAt, due_at: brandDeletions.dueAt })
      .from(brandDeletions)
      .innerJoin(brands, eq(brands.id, brandDeletions.brandId))
      .where(eq(brandDeletions.askedBy, id))
      .orderBy(asc(brands.id))
      .limit(limit)
      .offset(offset),
  notices: async ({ db }, { id }, { limit, offset }) =>
    db
      .select({
        brand,
        tool: notices.toolSlug,
        kind: notices.kind,
        happened_at: notices.happenedAt,
        told_at: notices.toldAt,
        mailed: notices.mailed,
      })
      .from(notices)
      .leftJoin(brands, eq(brands.id, notices.brandId))
      .where(eq(notices.userId, id))
      .orderBy(asc(notices.createdAt), asc(notices.id))
      .limit(limit)
      .offset(offset),
  mails: async ({ db }, person, { limit, offset }) =>
    db
      .select({
        kind: mails.kind,
        to: mails.recipient,
        status: mails.status,
        written_at: mails.createdAt,
        finished_at: mails.finishedAt,
      })
      .from(mails)
      .where(and(eq(mails.recipient, person.email), proved(person) ? undefined : like(mails.kind, "account.%")))
      .orderBy(asc(mails.createdAt), asc(mails.id))
      .limit(limit)
      .offset(offset),
  activity: async ({ db }, person, { limit, offset }) => {
    const { id, email } = person;
    const own = and(eq(auditEntries.actorKind, "user"), eq(auditEntries.actorId, id));
    return db
      .select({
        at: auditEntries.createdAt,
        brand_id: auditEntries.brandId,
        actor: actorWords(id),
        action: auditEntries.action,
        target: targetWords(id),
        difference: auditEntries.diff,
        // From where others acted is theirs; the system's entries on somebody are about attempts on their account.
        client_ip: sql<
          string | null
        >`case when ${own} or ${auditEntries.actorKind} = 'system' then ${auditEntries.clientIp} end`,
      })
      .from(auditEntries)
      .where(or(own, eq(auditEntries.targetId, id), proved(person) ? eq(auditEntries.targetLabel, email) : undefined))
      .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id))
      .limit(limit)
      .offset(offset);
  },
};

async function listInvitations({ db }: Ctx, where: SQL | undefined, { limit, offset }: Page): Promise<Row[]> {
  return db
    .select({
      brand,
      email: invitations.email,
      role: invitations.role,
      created_at: invitations.createdAt,
      expires_at: invitations.expiresAt,
      accepted_at: invitations.acceptedAt,
      revoked_at: invitations.revokedAt,
    })
    .from(invitations)
    .innerJoin(brands, eq(brands.id, invitations.brandId))
    .where(where)
    .orderBy(asc(invitations.createdAt), asc(invitations.id))
    .limit(limit)
    .offset(offset);
}

/** One list as JSON, a part at a time, so that a long one takes little memory. Gives how many rows it left out: 0, or 1 for more. */
async function* writeList(ctx: Ctx, person: Person, name: string): AsyncGenerator<string, boolean> {
  const read = LISTS[name];
  if (!read) return false;
  yield `,\n  ${JSON.stringify(name)}: [`;
  let written = 0;
  for (;;) {
    const rows = await read(ctx, person, { limit: ROWS_AT_ONCE, offset: written });
    const text = rows.map((row, index) => `${written + index === 0 ? "" : ","}\n    ${JSON.stringify(row)}`).join("");
    if (text) yield text;
    written += rows.length;
    if (rows.length < ROWS_AT_ONCE || written >= MOST_ROWS) {
      yield written === 0 ? "]" : "\n  ]";
      return written >= MOST_ROWS;
    }
  }
}

async function* writePerson(ctx: Ctx, person: Person): AsyncGenerator<string> {
  const head = {
    format: "brand-identity-hub/person",
    version: PERSON_EXPORT_VERSION,
    exported_at: ctx.now,
    account: {
      id: person.id,
      name: person.name,
      email: person.email,
      email_verified_at: person.emailVerifiedAt,
      has_password: person.passwordHash !== null,
      hub_administrator: person.hubAdmin,
      deactivated_at: person.deactivatedAt,
      active_brand_id: person.activeBrandId,
      notices_not_wanted: person.mutedNotices,
      created_at: person.createdAt,
    },
  };
  yield JSON.stringify(head, null, 2).slice(0, -2);
  const cut: string[] = [];
  for (const name of Object.keys(LISTS)) if (yield* writeList(ctx, person, name)) cut.push(name);
  yield `,\n  "cut_off": ${JSON.stringify(cut)}\n}\n`;
}

/** Notes the download, then gives its pieces. */
async function exportPerson(ctx: Ctx, personId: string): Promise<AsyncGenerator<string>> {
  requireRecentProof(ctx);
  return inTransaction(ctx, async (tx) => {
    const [person] = await tx.db.select().from(users).where(eq(users.id, personId));
    if (!person || person.erasedAt) throw new NotFound("There is no such person.");
    const target = { kind: "user", id: personId, label: person.name };
    await recordAudit(tx, { brandId: null, action: "account.exported", target });
    return writePerson(ctx, person);
  });
}

/** All that the hub has about the acting person as one JSON file, piece by piece (docs/personal-data.md). @throws ProofNeeded */
export async function exportOwnData(ctx: Ctx): Promise<AsyncGenerator<string>> {
  return exportPerson(ctx, requireUser(ctx).userId);
}

/** The same of whoever has the email. For the operator alone: no administrator reads it of another. @throws NotFound */
export async function exportByEmail(ctx: Ctx, { email }: { email: string }): Promise<AsyncGenerator<string>> {
  requireOperator(ctx);
  const [person] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email.trim().toLowerCase()));
  if (!person) throw new NotFound("There is no such person.");
  return exportPerson(ctx, person.id);
}
