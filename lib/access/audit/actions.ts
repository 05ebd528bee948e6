import type { AuditRecord } from "./export-entries";

/** Each action as the middle of a sentence: "Ana … Slow Ferry". */
const SENTENCES = {
  "account.authenticator_added": "set up an authenticator app for",
  "account.authenticator_removed": "removed the authenticator app of",
  "account.created": "made the account",
  "account.deactivated": "deactivated the account of",
  "account.erased": "deleted the account of",
  "account.exported": "downloaded the data of",
  "account.email_change_asked": "asked for another email of",
  "account.email_change_undone": "undid the change of the email of",
  "account.email_changed": "changed the email of",
  "account.email_verified": "proved the email of",
  "account.factors_cleared": "cleared the two-step sign-in of",
  "account.linked": "linked a sign-in at",
  "account.made_hub_admin": "made a hub administrator of",
  "account.notice_chosen": "changed what is told by mail to",
  "account.passkey_added": "added the passkey",
  "account.passkey_removed": "removed the passkey",
  "account.passkey_renamed": "renamed the passkey",
  "account.password_changed": "changed the password of",
  "account.password_cleared": "cleared the password of",
  "account.password_reset": "reset the password of",
  "account.proof_failed": "gave a wrong password of",
  "account.reactivated": "reactivated the account of",
  "account.recovery_code_used": "used a recovery code of",
  "account.recovery_codes_made": "made recovery codes for",
  "account.renamed": "renamed the account",
  "account.reset_link_made": "made a link for a new password of",
  "account.second_step_asked": "asked for the second step of the sign-in of",
  "account.second_step_failed": "refused a wrong code for",
  "account.sign_in_failed": "refused a wrong password for",
  "account.sign_in_throttled": "held back further attempts for",
  "account.signed_in": "signed in as",
  "account.unmade_hub_admin": "took the administration of the hub from",
  "api_key.budget_changed": "changed the request budget of the API key",
  "api_key.issued": "issued the API key",
  "api_key.revoked": "revoked the API key",
  "api_key.rotated": "rotated the API key",
  "audit.addresses_forgotten": "had the log forget",
  "audit.entries_dropped": "dropped from the log",
  "audit.person_forgotten": "had the log forget",
  "brand.approvals_set": "changed how many approvals publishing takes in",
  "brand.archived": "archived",
  "brand.archived_by_administrator": "archived as a hub administrator",
  "brand.created": "created",
  "brand.deleted": "deleted the brand",
  "brand.deletion_cancelled": "cancelled the deletion of",
  "brand.deletion_scheduled": "asked to delete",
  "brand.renamed": "changed the name or slug in",
  "brand.restored": "restored from the archive",
  "brand.restored_by_administrator": "restored from the archive as a hub administrator",
  "brand.transferred": "gave the brand to",
  "brand.two_step_lifted": "stopped requiring two-step sign-in in",
  "brand.two_step_required": "required two-step sign-in in",
  "delivery.failed_replayed": "replayed the failed deliveries of",
  "delivery.many_replayed": "replayed by a filter",
  "delivery.replayed": "replayed the delivery",
  "delivery.tested": "sent a test to",
  "draft.discarded": "threw away the draft of",
  "entitlement.granted": "granted the tool",
  "entitlement.granted_to_many": "granted to many brands the tool",
  "entitlement.revoked": "took away the tool",
  "entitlement.revoked_from_many": "took away from many brands the tool",
  "files.removed": "removed",
  "hand_over.made": "made the hand-over link",
  "hand_over.revealed": "gave out once by the hand-over link",
  "hand_over.webhook_url_set": "set the webhook URL by the hand-over link",
  "hand_over.withdrawn": "withdrew the hand-over link",
  "identity.publish_cancelled": "cancelled the scheduled publish of",
  "identity.publish_failed": "could not publish as scheduled",
  "identity.publish_moved": "moved the scheduled publish of",
  "identity.publish_scheduled": "scheduled the publish of",
  "identity.published": "published",
  "identity.published_as_scheduled": "had the hub publish as scheduled",
  "identity.restored": "restored an older state as",
  "invitation.accepted": "accepted the invitation of",
  "invitation.resent": "renewed the invitation of",
  "invitation.revoked": "revoked the invitation of",
  "member.claim_refused": "found no room for",
  "member.invited": "invited",
  "member.joined_by_claim": "brought into the brand",
  "member.left": "left the brand as",
  "member.removed": "removed",
  "member.role_changed": "changed the role of",
  "public_page.turned_off": "turned off the public page of",
  "public_page.turned_on": "turned on the public page of",
  "review.approved": "approved",
  "review.changes_asked": "asked for changes of",
  "review.comment_deleted": "deleted a comment on",
  "review.comment_edited": "edited a comment on",
  "review.commented": "commented on",
  "review.requested": "asked for a review of",
  "review.thread_reopened": "reopened a thread on",
  "review.thread_resolved": "resolved a thread on",
  "review.withdrawn": "withdrew the review of",
  "session.proved": "proved again who they are in",
  "session.revoked": "signed out",
  "session_token.issued": "issued the session token",
  "sessions.revoked": "signed out",
  "sign_in.two_step_lifted": "stopped requiring two-step sign-in of",
  "sign_in.two_step_required": "required two-step sign-in of",
  "subscription.disabled": "turned off the webhook of",
  "subscription.enabled": "turned on the webhook of",
  "subscription.registered": "registered the webhook of",
  "tool.budget_changed": "changed the request budget of the tool",
  "tool.edited": "edited the tool",
  "tool.registered": "registered the tool",
  "tool_credential.issued": "made the credential",
  "tool_credential.revoked": "revoked the credential",
  "tool_credential.rotated": "rotated the credential",
} as const satisfies Record<string, string>;

/** Audit actions: dotted names in the past tense. */
export type AuditAction = keyof typeof SENTENCES;

export const AUDIT_ACTIONS = Object.keys(SENTENCES) as AuditAction[];

/** Shorter sentences for actions on one's own account. */
const SENTENCES_ON_ONESELF: Partial<Record<AuditAction, string>> = {
  "account.authenticator_added": "set up an authenticator app",
  "account.authenticator_removed": "removed their authenticator app",
  "account.created": "made an account",
  "account.erased": "deleted their account",
  "account.exported": "downloaded their data",
  "account.email_change_asked": "asked to change their email",
  "account.email_change_undone": "undid the change of their email",
  "account.email_changed": "changed their email",
  "account.email_verified": "proved their email",
  "account.factors_cleared": "took their account back by their email, which cleared its two-step sign-in",
  "account.notice_chosen": "changed what they are told of",
  "account.password_changed": "changed their password",
  "account.password_cleared": "proved their email, which cleared the password",
  "account.password_reset": "reset their password by a link",
  "account.proof_failed": "gave a wrong password where theirs was asked for",
  "account.recovery_code_used": "used a recovery code",
  "account.recovery_codes_made": "made recovery codes",
  "account.renamed": "changed their name",
  "account.second_step_failed": "gave a wrong code where one was asked for",
  "account.sign_in_throttled": "gave too many wrong passwords or codes",
  "account.signed_in": "signed in",
  "invitation.accepted": "accepted the invitation",
  "member.claim_refused": "found no room, where the company’s sign-in makes them a member",
  "member.joined_by_claim": "joined by the company’s sign-in",
  "member.left": "left the brand",
  "member.role_changed": "changed their own role",
};

/** Filters of a log: an action prefix and its label. */
export type ActionKinds = readonly { prefix: string; label: string }[];

export const BRAND_ACTION_KINDS: ActionKinds = [
  { prefix: "identity.", label: "Publishing" },
  { prefix: "review.", label: "Reviews" },
  { prefix: "brand.", label: "Brand" },
  { prefix: "member.", label: "Members" },
  { prefix: "invitation.", label: "Invitations" },
  { prefix: "files.", label: "Files" },
  { prefix: "api_key.", label: "API keys" },
  { prefix: "entitlement.", label: "Tools" },
  { prefix: "subscription.", label: "Subscriptions" },
  { prefix: "delivery.", label: "Deliveries" },
  { prefix: "public_page.", label: "Public page" },
  { prefix: "audit.", label: "The log itself" },
];

/** For the hub's own log, which belongs to no brand. */
export const HUB_ACTION_KINDS: ActionKinds = [
  { prefix: "brand.", label: "Brands" },
  { prefix: "hand_over.", label: "Hand-overs" },
  { prefix: "tool.", label: "Tools" },
  { prefix: "tool_credential.", label: "Credentials of tools" },
  { prefix: "subscription.", label: "Webhooks" },
  { prefix: "entitlement.", label: "Grants" },
  { prefix: "account.", label: "Accounts" },
  { prefix: "account.sign", label: "Signing in" },
  { prefix: "account.sign_in_", label: "Failed sign-ins" },
  { prefix: "sign_in.", label: "Rules of signing in" },
  { prefix: "audit.", label: "The log itself" },
  { prefix: "session", label: "Sessions and their tokens" },
];

type Act = Pick<AuditRecord, "action" | "actorId" | "targetId" | "targetLabel">;

const has = <Key extends string>(record: Partial<Record<Key, string>>, key: string): key is Key =>
  Object.hasOwn(record, key);

/** Returns the words that follow the actor's name. An unknown action, from another release, is shown by its name. */
export function describeAct({ action, actorId, targetId, targetLabel }: Act): { did: string; target: string | null } {
  if (actorId === targetId && has(SENTENCES_ON_ONESELF, action)) {
    return { did: SENTENCES_ON_ONESELF[action] ?? action, target: null };
  }
  const did = has(SENTENCES, action) ? SENTENCES[action] : action.replaceAll(/[._]/g, " ");
  return { did, target: targetLabel };
}

/** CSV for spreadsheets, or one JSON object per line for programs. */
export const EXPORT_FORMATS = ["csv", "jsonl"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
