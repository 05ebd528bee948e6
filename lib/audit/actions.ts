import type { AuditRecord } from "./list-audit";

/** What each action of the audit log did, for a sentence "Ana … Slow Ferry". */
const SENTENCES: Record<string, string> = {
  "account.created": "made the account",
  "account.linked": "linked a sign-in to",
  "account.made_hub_admin": "made a hub administrator of",
  "account.password_changed": "changed the password of",
  "account.password_cleared": "cleared the password of",
  "account.renamed": "renamed the account",
  "api_key.issued": "issued the API key",
  "api_key.revoked": "revoked the API key",
  "api_key.rotated": "rotated the API key",
  "brand.archived": "archived",
  "brand.created": "created",
  "brand.renamed": "changed the name or address in",
  "brand.transferred": "gave the brand to",
  "delivery.failed_replayed": "replayed the failed deliveries of",
  "delivery.replayed": "replayed the delivery",
  "delivery.tested": "sent a test to",
  "draft.discarded": "threw away the draft of",
  "entitlement.granted": "granted the tool",
  "entitlement.revoked": "took away the tool",
  "identity.published": "published",
  "identity.restored": "restored an older state as",
  "invitation.accepted": "accepted the invitation of",
  "invitation.resent": "renewed the invitation of",
  "invitation.revoked": "revoked the invitation of",
  "member.invited": "invited",
  "member.removed": "removed",
  "member.role_changed": "changed the role of",
  "public_page.turned_off": "turned off the public page of",
  "public_page.turned_on": "turned on the public page of",
  "subscription.disabled": "turned off the webhook of",
  "subscription.enabled": "turned on the webhook of",
  "subscription.registered": "registered the webhook of",
};

/** What people do to themselves: the sentence ends without naming them again. */
const SENTENCES_ON_ONESELF: Record<string, string> = {
  "invitation.accepted": "accepted the invitation",
  "member.left": "left the brand",
  "member.role_changed": "changed their own role",
};

/** Kinds of actions to filter by: what an action starts with, and its name for people. */
export const ACTION_KINDS = [
  { prefix: "identity.", label: "Publishing" },
  { prefix: "brand.", label: "Brand" },
  { prefix: "member.", label: "Members" },
  { prefix: "invitation.", label: "Invitations" },
  { prefix: "api_key.", label: "API keys" },
  { prefix: "entitlement.", label: "Tools" },
  { prefix: "subscription.", label: "Subscriptions" },
  { prefix: "delivery.", label: "Deliveries" },
  { prefix: "public_page.", label: "Public page" },
] as const;

type Act = Pick<AuditRecord, "action" | "actorId" | "targetId" | "targetLabel">;

/** What was done and to what, to read after the actor's name; an action without words of its own is told by its name. */
export function describeAct({ action, actorId, targetId, targetLabel }: Act): { did: string; target: string | null } {
  const onOneself = actorId === targetId ? SENTENCES_ON_ONESELF[action] : undefined;
  if (onOneself) return { did: onOneself, target: null };
  return { did: SENTENCES[action] ?? action.replaceAll(".", " ").replaceAll("_", " "), target: targetLabel };
}
