import { and, eq, like, or, type SQL, sql } from "drizzle-orm";
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

  const invitation = {
    table: invitations,
    brand: invitations.brandId,
    order: [invitations.createdAt, invitations.id],
    fields: {
      email: invitations.email,
      role: invitations.role,
      created_at: invitations.createdAt,
      expires_at: invitations.expiresAt,
      accepted_at: invitations.acceptedAt,
      revoked_at: invitations.revokedAt,
    },
  };

  return {
    providers: {
      table: accounts,
      rows: eq(accounts.userId, id),
      order: [accounts.provider, accounts.providerAccountId],
      fields: { provider: accounts.provider, account_id: accounts.providerAccountId, linked_at: accounts.createdAt },
    },
    memberships: {
      table: memberships,
      brand: memberships.brandId,
      rows: eq(memberships.userId, id),
      order: [memberships.createdAt, memberships.brandId],
      fields: { role: memberships.role, since: memberships.createdAt, brand_archived_at: brands.archivedAt },
    },
    former_memberships: {
      table: formerMembers,
      brand: formerMembers.brandId,
      rows: eq(formerMembers.userId, id),
      order: [formerMembers.endedAt, formerMembers.brandId],
      fields: { ended_at: formerMembers.endedAt },
    },
    sessions: {
      table: sessions,
      rows: eq(sessions.userId, id),
      order: [sessions.createdAt, sessions.id],
      fields: {
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
      },
    },
    passkeys: {
      table: passkeys,
      rows: eq(passkeys.userId, id),
      order: [passkeys.createdAt, passkeys.id],
      fields: { name: passkeys.name, added_at: passkeys.createdAt, last_used_at: passkeys.lastUsedAt },
    },
    authenticator_apps: {
      table: authenticatorApps,
      rows: eq(authenticatorApps.userId, id),
      order: [authenticatorApps.createdAt],
      fields: { set_up_at: authenticatorApps.createdAt, last_used_at: authenticatorApps.lastUsedAt },
    },
    recovery_codes: {
      table: recoveryCodes,
      rows: eq(recoveryCodes.userId, id),
      order: [recoveryCodes.createdAt],
      fields: { made_at: recoveryCodes.createdAt },
    },
    account_links: {
      table: accountLinks,
      rows: eq(accountLinks.userId, id),
      order: [accountLinks.createdAt, accountLinks.id],
      fields: {
        kind: accountLinks.kind,
        email: accountLinks.email,
        created_at: accountLinks.createdAt,
        expires_at: accountLinks.expiresAt,
      },
    },
    invitations_received: { ...invitation, rows: and(eq(invitations.email, email), isProved ? undefined : joined) },
    invitations_made: { ...invitation, rows: eq(invitations.invitedBy, id) },
    drafts: {
      table: drafts,
      brand: drafts.brandId,
      rows: eq(drafts.userId, id),
      order: [drafts.updatedAt, drafts.brandId],
      fields: {
        base_version: drafts.baseVersion,
        revision: drafts.revision,
        updated_at: drafts.updatedAt,
        publish_at: drafts.publishAt,
        publish_zone: drafts.publishZone,
        publish_note: drafts.publishNote,
      },
    },
    drafts_open: {
      table: draftPresences,
      brand: draftPresences.brandId,
      rows: eq(draftPresences.userId, id),
      order: [draftPresences.since, draftPresences.brandId],
      fields: { page: draftPresences.page, since: draftPresences.since, seen_at: draftPresences.seenAt },
    },
    reviews_asked: {
      table: reviews,
      brand: reviews.brandId,
      rows: eq(reviews.authorId, id),
      order: [reviews.requestedAt, reviews.id],
      fields: { note: reviews.note, requested_at: reviews.requestedAt },
    },
    reviews_answered: {
      table: reviewPeople,
      rows: eq(reviewPeople.userId, id),
      order: [reviewPeople.reviewId],
      fields: {
        brand_id: brandOfReview(reviewPeople.reviewId),
        asked_by_name: reviewPeople.asked,
        answer: reviewPeople.answer,
        answered_at: reviewPeople.answeredAt,
      },
    },
    review_comments: {
      table: reviewComments,
      rows: eq(reviewComments.userId, id),
      order: [reviewComments.createdAt, reviewComments.id],
      fields: {
        brand_id: brandOfReview(reviewComments.reviewId),
        field: reviewComments.path,
        text: reviewComments.text,
        created_at: reviewComments.createdAt,
        edited_at: reviewComments.editedAt,
      },
    },
    versions_published: {
      table: brandVersions,
      brand: brandVersions.brandId,
      rows: eq(brandVersions.authorId, id),
      order: [brandVersions.createdAt, brandVersions.brandId, brandVersions.version],
      fields: {
        version: brandVersions.version,
        changed: brandVersions.changed,
        note: brandVersions.note,
        restored_from: brandVersions.restoredFrom,
        published_at: brandVersions.createdAt,
      },
    },
    files_uploaded: {
      table: files,
      brand: files.brandId,
      rows: eq(files.uploadedBy, id),
      order: [files.createdAt, files.id],
      fields: { sha256: files.sha256, mime: files.mime, bytes: files.bytes, uploaded_at: files.createdAt },
    },
    api_keys_issued: {
      table: apiKeys,
      brand: apiKeys.brandId,
      rows: eq(apiKeys.createdBy, id),
      order: [apiKeys.createdAt, apiKeys.id],
      fields: {
        name: apiKeys.name,
        scopes: apiKeys.scopes,
        last_four: apiKeys.lastFour,
        issued_at: apiKeys.createdAt,
        expires_at: apiKeys.expiresAt,
        last_used_at: apiKeys.lastUsedAt,
        revoked_at: apiKeys.revokedAt,
      },
    },
    tool_credentials_made: {
      table: toolCredentials,
      rows: eq(toolCredentials.createdBy, id),
      order: [toolCredentials.createdAt, toolCredentials.id],
      fields: {
        tool: toolCredentials.toolSlug,
        kind: toolCredentials.kind,
        name: toolCredentials.name,
        last_four: toolCredentials.lastFour,
        made_at: toolCredentials.createdAt,
        expires_at: toolCredentials.expiresAt,
        last_used_at: toolCredentials.lastUsedAt,
        revoked_at: toolCredentials.revokedAt,
      },
    },
    hand_overs_made: {
      table: handOvers,
      rows: eq(handOvers.createdBy, id),
      order: [handOvers.createdAt, handOvers.id],
      fields: {
        tool: handOvers.toolSlug,
        name: handOvers.name,
        made_at: handOvers.createdAt,
        expires_at: handOvers.expiresAt,
        used_at: handOvers.revealedAt,
        withdrawn_at: handOvers.withdrawnAt,
      },
    },
    tools_granted: {
      table: entitlements,
      brand: entitlements.brandId,
      rows: eq(entitlements.grantedBy, id),
      order: [entitlements.createdAt, entitlements.brandId, entitlements.toolSlug],
      fields: { tool: entitlements.toolSlug, granted_at: entitlements.createdAt },
    },
    api_requests: {
      table: apiRequests,
      rows: eq(apiRequests.userId, id),
      order: [apiRequests.id],
      fields: {
        at: sql`${apiRequests.id}`.mapWith(momentOfId),
        brand_id: apiRequests.brandId,
        request_id: apiRequests.requestId,
        operation: apiRequests.operation,
        credential: apiRequests.credential,
        status: apiRequests.status,
      },
    },
    brand_deletions_asked: {
      table: brandDeletions,
      brand: brandDeletions.brandId,
      rows: eq(brandDeletions.askedBy, id),
      order: [brandDeletions.brandId],
      fields: { asked_at: brandDeletions.askedAt, due_at: brandDeletions.dueAt },
    },
    notices: {
      table: notices,
      brand: notices.brandId,
      rows: eq(notices.userId, id),
      order: [notices.createdAt, notices.id],
      fields: {
        tool: notices.toolSlug,
        kind: notices.kind,
        happened_at: notices.happenedAt,
        told_at: notices.toldAt,
        mailed: notices.mailed,
      },
    },
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
