import { and, eq, getTableColumns, like, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
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
  draftPresences,
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
  reviewComments,
  reviewPeople,
  reviews,
  sessions,
  toolCredentials,
  type users,
} from "@/db/schema";
import { momentOfId } from "@/lib/platform/ids";

export type Person = Pick<typeof users.$inferSelect, "id" | "email" | "emailVerifiedAt">;

export interface ExportedList {
  table: PgTable;
  rows: SQL | undefined;
  /** Stable, oldest first. */
  order: AnyPgColumn[];
  fields: SelectedFields;
  brand?: AnyPgColumn;
}

/** Columns under their names in the database, such as `created_at`. */
function stored<Table extends PgTable>(table: Table, ...names: (string & keyof Table["_"]["columns"])[]) {
  const columns: Record<string, AnyPgColumn> = getTableColumns(table);
  return Object.fromEntries(names.flatMap((name) => (columns[name] ? [[columns[name].name, columns[name]]] : [])));
}

const brandOfReview = (reviewId: AnyPgColumn) =>
  sql`(select ${reviews.brandId} from ${reviews} where ${reviews.id} = ${reviewId})`;

/** In file order (docs/personal-data.md). No secrets, no digests and nobody else's name. */
export function exportedLists({ id, email, emailVerifiedAt }: Person): Record<string, ExportedList> {
  // Someone else may have created the account. Until its email is verified, hide what others sent to it.
  const isProved = emailVerifiedAt !== null;
  const joined = sql`${invitations.acceptedAt} is not null and exists (
    select 1 from ${memberships} where ${memberships.brandId} = ${invitations.brandId} and ${memberships.userId} = ${id}
    union select 1 from ${formerMembers} where ${formerMembers.brandId} = ${invitations.brandId} and ${formerMembers.userId} = ${id})`;
  const ownEntries = and(eq(auditEntries.actorKind, "user"), eq(auditEntries.actorId, id));

  /** By creation, unless `order` says otherwise. */
  const mine = (owner: AnyPgColumn, fields: SelectedFields, options: Partial<ExportedList> = {}): ExportedList => {
    const { createdAt, id: rowId } = getTableColumns(owner.table);
    const order = [createdAt, rowId].filter((column) => column !== undefined);
    return { table: owner.table, rows: eq(owner, id), order, fields, ...options };
  };

  const invitationsMade = mine(
    invitations.invitedBy,
    stored(invitations, "email", "role", "createdAt", "expiresAt", "acceptedAt", "revokedAt"),
    { brand: invitations.brandId },
  );

  return {
    providers: mine(
      accounts.userId,
      { provider: accounts.provider, account_id: accounts.providerAccountId, linked_at: accounts.createdAt },
      { order: [accounts.provider, accounts.providerAccountId] },
    ),
    memberships: mine(
      memberships.userId,
      { role: memberships.role, since: memberships.createdAt, brand_archived_at: brands.archivedAt },
      { brand: memberships.brandId, order: [memberships.createdAt, memberships.brandId] },
    ),
    former_memberships: mine(
      formerMembers.userId,
      { ended_at: formerMembers.endedAt },
      { brand: formerMembers.brandId, order: [formerMembers.endedAt, formerMembers.brandId] },
    ),
    sessions: mine(sessions.userId, {
      ...stored(sessions, "id", "kind", "name", "scopes", "userAgent", "newBrowser"),
      client_ip: sessions.clientIp,
      ...stored(sessions, "createdAt", "provedAt", "lastSeenAt", "expiresAt", "revokedAt"),
    }),
    passkeys: mine(passkeys.userId, {
      name: passkeys.name,
      added_at: passkeys.createdAt,
      last_used_at: passkeys.lastUsedAt,
    }),
    authenticator_apps: mine(authenticatorApps.userId, {
      set_up_at: authenticatorApps.createdAt,
      last_used_at: authenticatorApps.lastUsedAt,
    }),
    recovery_codes: mine(recoveryCodes.userId, { made_at: recoveryCodes.createdAt }),
    account_links: mine(accountLinks.userId, stored(accountLinks, "kind", "email", "createdAt", "expiresAt")),
    invitations_received: {
      ...invitationsMade,
      rows: and(eq(invitations.email, email), isProved ? undefined : joined),
    },
    invitations_made: invitationsMade,
    drafts: mine(
      drafts.userId,
      stored(drafts, "baseVersion", "revision", "updatedAt", "publishAt", "publishZone", "publishNote"),
      { brand: drafts.brandId, order: [drafts.updatedAt, drafts.brandId] },
    ),
    drafts_open: mine(
      draftPresences.userId,
      { page: draftPresences.page, since: draftPresences.since, seen_at: draftPresences.seenAt },
      { brand: draftPresences.brandId, order: [draftPresences.since, draftPresences.brandId] },
    ),
    reviews_asked: mine(
      reviews.authorId,
      { note: reviews.note, requested_at: reviews.requestedAt },
      { brand: reviews.brandId, order: [reviews.requestedAt, reviews.id] },
    ),
    reviews_answered: mine(
      reviewPeople.userId,
      {
        brand_id: brandOfReview(reviewPeople.reviewId),
        asked_by_name: reviewPeople.asked,
        answer: reviewPeople.answer,
        answered_at: reviewPeople.answeredAt,
      },
      { order: [reviewPeople.reviewId] },
    ),
    review_comments: mine(reviewComments.userId, {
      brand_id: brandOfReview(reviewComments.reviewId),
      field: reviewComments.path,
      ...stored(reviewComments, "text", "createdAt", "editedAt"),
    }),
    versions_published: mine(
      brandVersions.authorId,
      {
        ...stored(brandVersions, "version", "changed", "note", "restoredFrom"),
        published_at: brandVersions.createdAt,
      },
      { brand: brandVersions.brandId, order: [brandVersions.createdAt, brandVersions.brandId, brandVersions.version] },
    ),
    files_uploaded: mine(
      files.uploadedBy,
      { sha256: files.sha256, mime: files.mime, bytes: files.bytes, uploaded_at: files.createdAt },
      { brand: files.brandId },
    ),
    api_keys_issued: mine(
      apiKeys.createdBy,
      {
        ...stored(apiKeys, "name", "scopes", "lastFour"),
        issued_at: apiKeys.createdAt,
        ...stored(apiKeys, "expiresAt", "lastUsedAt", "revokedAt"),
      },
      { brand: apiKeys.brandId },
    ),
    tool_credentials_made: mine(toolCredentials.createdBy, {
      tool: toolCredentials.toolSlug,
      ...stored(toolCredentials, "kind", "name", "lastFour"),
      made_at: toolCredentials.createdAt,
      ...stored(toolCredentials, "expiresAt", "lastUsedAt", "revokedAt"),
    }),
    hand_overs_made: mine(handOvers.createdBy, {
      tool: handOvers.toolSlug,
      name: handOvers.name,
      made_at: handOvers.createdAt,
      expires_at: handOvers.expiresAt,
      used_at: handOvers.revealedAt,
      withdrawn_at: handOvers.withdrawnAt,
    }),
    tools_granted: mine(
      entitlements.grantedBy,
      { tool: entitlements.toolSlug, granted_at: entitlements.createdAt },
      { brand: entitlements.brandId, order: [entitlements.createdAt, entitlements.brandId, entitlements.toolSlug] },
    ),
    api_requests: mine(
      apiRequests.userId,
      {
        at: sql`${apiRequests.id}`.mapWith(momentOfId),
        ...stored(apiRequests, "brandId", "requestId", "operation", "credential", "status"),
      },
      { order: [apiRequests.id] },
    ),
    brand_deletions_asked: mine(
      brandDeletions.askedBy,
      { asked_at: brandDeletions.askedAt, due_at: brandDeletions.dueAt },
      { brand: brandDeletions.brandId, order: [brandDeletions.brandId] },
    ),
    notices: mine(
      notices.userId,
      { tool: notices.toolSlug, ...stored(notices, "kind", "happenedAt", "toldAt", "mailed") },
      { brand: notices.brandId },
    ),
    mails: {
      table: mails,
      rows: and(eq(mails.recipient, email), isProved ? undefined : like(mails.kind, "account.%")),
      order: [mails.createdAt, mails.id],
      fields: {
        kind: mails.kind,
        to: mails.recipient,
        status: mails.status,
        written_at: mails.createdAt,
        finished_at: mails.finishedAt,
      },
    },
    activity: {
      table: auditEntries,
      rows: or(ownEntries, eq(auditEntries.targetId, id), isProved ? eq(auditEntries.targetLabel, email) : undefined),
      order: [auditEntries.createdAt, auditEntries.id],
      fields: {
        at: auditEntries.createdAt,
        brand_id: auditEntries.brandId,
        actor: sql`case
          when ${auditEntries.actorKind} <> 'user' then ${auditEntries.actorKind}
          when ${auditEntries.actorId} = ${id} then 'you' else 'another person' end`,
        action: auditEntries.action,
        target: sql`case
          when ${auditEntries.targetKind} = 'user' and ${auditEntries.targetId} <> ${id} then 'another person'
          else ${auditEntries.targetLabel} end`,
        difference: auditEntries.diff,
        // Hides other people's client IPs. System entries are attempts on this account.
        client_ip: sql`case when ${ownEntries} or ${auditEntries.actorKind} = 'system' then ${auditEntries.clientIp} end`,
      },
    },
  };
}
