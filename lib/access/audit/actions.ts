import type { AuditRecord } from "./export-entries";

/** Each action as the middle of a sentence: "Ana … Slow Ferry". */
const SENTENCES = {
  "account.authenticator_added": "set up an authenticator app for",
  "account.authenticator_removed": "removed the authenticator app of",
  "account.created": "created the account",
  "account.deactivated": "deactivated the account of",
  "account.erased": "deleted the account of",
  "account.exported": "downloaded the data of",
  "account.email_change_asked": "requested a new email for",
  "account.email_change_undone": "undid the email change of",
  "account.email_changed": "changed the email of",
  "account.email_verified": "verified the email of",
  "account.factors_cleared": "reset two-factor authentication for",
  "account.linked": "linked a sign-in with",
  "account.made_hub_admin": "granted administrator access to",
  "account.notice_chosen": "changed the notification settings of",
  "account.passkey_added": "added the passkey",
  "account.passkey_removed": "removed the passkey",
  "account.passkey_renamed": "renamed the passkey",
  "account.password_changed": "changed the password of",
  "account.password_cleared": "cleared the password of",
  "account.password_reset": "reset the password of",
  "account.proof_failed": "entered a wrong password for",
  "account.reactivated": "reactivated the account of",
  "account.recovery_code_used": "used a recovery code of",
  "account.recovery_codes_made": "created recovery codes for",
  "account.renamed": "renamed the account",
  "account.reset_link_made": "created a password reset link for",
  "account.second_step_asked": "requested the second factor of",
  "account.second_step_failed": "rejected a wrong code for",
  "account.sign_in_failed": "rejected a wrong password for",
  "account.sign_in_throttled": "blocked further attempts for",
  "account.signed_in": "signed in as",
  "account.unmade_hub_admin": "removed administrator access from",
  "api_key.budget_changed": "changed the request budget of the API key",
  "api_key.issued": "issued the API key",
  "api_key.revoked": "revoked the API key",
  "api_key.rotated": "rotated the API key",
  "audit.addresses_forgotten": "removed from the log",
  "audit.entries_dropped": "deleted from the log",
  "audit.person_forgotten": "pseudonymised in the log",
  "brand.approvals_set": "changed the required approvals of",
  "brand.archived": "archived",
  "brand.archived_by_administrator": "archived as a hub administrator",
  "brand.created": "created",
  "brand.deleted": "deleted the brand",
  "brand.deletion_cancelled": "cancelled the deletion of",
  "brand.deletion_scheduled": "scheduled the deletion of",
  "brand.renamed": "changed the name or address of",
  "brand.restored": "restored from the archive",
  "brand.restored_by_administrator": "restored from the archive as a hub administrator",
  "brand.transferred": "transferred the brand to",
  "brand.two_step_lifted": "stopped requiring two-factor authentication in",
  "brand.two_step_required": "started requiring two-factor authentication in",
  "delivery.failed_replayed": "replayed the failed deliveries of",
  "delivery.many_replayed": "replayed by filter",
  "delivery.replayed": "replayed the delivery",
  "delivery.tested": "sent a test to",
  "draft.discarded": "discarded the draft of",
  "entitlement.granted": "gave access to the tool",
  "entitlement.granted_to_many": "gave many brands access to the tool",
  "entitlement.revoked": "removed access to the tool",
  "entitlement.revoked_from_many": "removed many brands from the tool",
  "files.removed": "removed",
  "hand_over.made": "created the setup link",
  "hand_over.revealed": "revealed the credentials of the setup link",
  "hand_over.webhook_url_set": "set the webhook URL through the setup link",
  "hand_over.withdrawn": "withdrew the setup link",
  "identity.publish_cancelled": "cancelled the scheduled publish of",
  "identity.publish_failed": "failed to publish on schedule",
  "identity.publish_moved": "rescheduled the publish of",
  "identity.publish_scheduled": "scheduled the publish of",
  "identity.published": "published",
  "identity.published_as_scheduled": "published on schedule",
  "identity.restored": "restored an earlier version as",
  "invitation.accepted": "accepted the invitation of",
  "invitation.resent": "resent the invitation to",
  "invitation.revoked": "revoked the invitation to",
  "member.claim_refused": "could not add",
  "member.invited": "invited",
  "member.joined_by_claim": "added through single sign-on",
  "member.left": "left the brand as",
  "member.removed": "removed",
  "member.role_changed": "changed the role of",
  "public_page.turned_off": "turned off the public page of",
  "public_page.turned_on": "turned on the public page of",
  "review.approved": "approved",
  "review.changes_asked": "requested changes to",
  "review.comment_deleted": "deleted a comment on",
  "review.comment_edited": "edited a comment on",
  "review.commented": "commented on",
  "review.requested": "requested a review of",
  "review.thread_reopened": "reopened a thread on",
  "review.thread_resolved": "resolved a thread on",
  "review.withdrawn": "withdrew the review of",
  "session.proved": "re-authenticated in",
  "session.revoked": "signed out",
  "session_token.issued": "issued the session token",
  "sessions.revoked": "signed out",
  "sign_in.two_step_lifted": "stopped requiring two-factor authentication for",
  "sign_in.two_step_required": "started requiring two-factor authentication for",
  "subscription.disabled": "turned off the webhook of",
  "subscription.enabled": "turned on the webhook of",
  "subscription.registered": "registered the webhook of",
  "tool.budget_changed": "changed the request budget of the tool",
  "tool.edited": "edited the tool",
  "tool.registered": "registered the tool",
  "tool_credential.issued": "created the credential",
  "tool_credential.revoked": "revoked the credential",
  "tool_credential.rotated": "rotated the credential",
} as const satisfies Record<string, string>;

export type AuditAction = keyof typeof SENTENCES;

export const AUDIT_ACTIONS = Object.keys(SENTENCES) as AuditAction[];

/** For actions on the actor's own account. */
const SENTENCES_ON_ONESELF: Partial<Record<AuditAction, string>> = {
  "account.authenticator_added": "set up an authenticator app",
  "account.authenticator_removed": "removed their authenticator app",
  "account.created": "created an account",
  "account.erased": "deleted their account",
  "account.exported": "downloaded their data",
  "account.email_change_asked": "asked to change their email",
  "account.email_change_undone": "undid their email change",
  "account.email_changed": "changed their email",
  "account.email_verified": "verified their email",
  "account.factors_cleared": "recovered their account by email, which reset two-factor authentication",
  "account.notice_chosen": "changed their notification settings",
  "account.password_changed": "changed their password",
  "account.password_cleared": "verified their email, which cleared the password",
  "account.password_reset": "reset their password with a link",
  "account.proof_failed": "entered a wrong password",
  "account.recovery_code_used": "used a recovery code",
  "account.recovery_codes_made": "created recovery codes",
  "account.renamed": "changed their name",
  "account.second_step_failed": "entered a wrong code",
  "account.sign_in_throttled": "entered too many wrong passwords or codes",
  "account.signed_in": "signed in",
  "invitation.accepted": "accepted the invitation",
  "member.claim_refused": "could not join through single sign-on, because the brand is full",
  "member.joined_by_claim": "joined through single sign-on",
  "member.left": "left the brand",
  "member.role_changed": "changed their own role",
};

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
  { prefix: "audit.", label: "Audit log" },
];

/** For the hub's own log. */
export const HUB_ACTION_KINDS: ActionKinds = [
  { prefix: "brand.", label: "Brands" },
  { prefix: "hand_over.", label: "Setup links" },
  { prefix: "tool.", label: "Tools" },
  { prefix: "tool_credential.", label: "Tool credentials" },
  { prefix: "subscription.", label: "Webhooks" },
  { prefix: "entitlement.", label: "Grants" },
  { prefix: "account.", label: "Accounts" },
  { prefix: "account.sign", label: "Sign-ins" },
  { prefix: "account.sign_in_", label: "Failed sign-ins" },
  { prefix: "sign_in.", label: "Sign-in policy" },
  { prefix: "audit.", label: "Audit log" },
  { prefix: "session", label: "Sessions and tokens" },
];

type Act = Pick<AuditRecord, "action" | "actorId" | "targetId" | "targetLabel">;

const has = <Key extends string>(record: Partial<Record<Key, string>>, key: string): key is Key =>
  Object.hasOwn(record, key);

/** Returns the words after the actor's name. An action of another release is shown by its name. */
export function describeAct({ action, actorId, targetId, targetLabel }: Act): { did: string; target: string | null } {
  if (actorId === targetId && has(SENTENCES_ON_ONESELF, action)) {
    return { did: SENTENCES_ON_ONESELF[action] ?? action, target: null };
  }
  const did = has(SENTENCES, action) ? SENTENCES[action] : action.replaceAll(/[._]/g, " ");
  return { did, target: targetLabel };
}

export const EXPORT_FORMATS = ["csv", "jsonl"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
