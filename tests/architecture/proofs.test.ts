import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { AUDIT_ACTIONS, type AuditAction } from "@/lib/access";
import { declaredIn, namesReaching } from "./declared-functions";
import { sourceFiles } from "./import-graph";

/**
 * Actions that need re-authentication: those that hand over secrets, ownership or an account, and those of hub
 * administrators.
 */
const ASK_FOR_PROOF: readonly AuditAction[] = [
  "account.authenticator_added",
  "account.authenticator_removed",
  "account.deactivated",
  "account.erased",
  "account.email_change_asked",
  "account.exported",
  "account.made_hub_admin",
  "account.passkey_added",
  "account.passkey_removed",
  "account.passkey_renamed",
  "account.password_changed",
  "account.reactivated",
  "account.recovery_codes_made",
  "account.unmade_hub_admin",
  "api_key.budget_changed",
  "api_key.issued",
  "api_key.rotated",
  "audit.entries_dropped",
  "brand.archived",
  "brand.archived_by_administrator",
  "brand.deletion_scheduled",
  "brand.restored",
  "brand.restored_by_administrator",
  "brand.transferred",
  "brand.two_step_lifted",
  "brand.two_step_required",
  "entitlement.granted",
  "entitlement.granted_to_many",
  "entitlement.revoked",
  "entitlement.revoked_from_many",
  "hand_over.made",
  "hand_over.withdrawn",
  "invitation.resent",
  "member.invited",
  "member.role_changed",
  "session_token.issued",
  "sign_in.two_step_lifted",
  "sign_in.two_step_required",
  "tool.budget_changed",
  "tool.edited",
  "tool.registered",
  "tool_credential.issued",
  "tool_credential.revoked",
  "tool_credential.rotated",
];

/** Actions that any session can do, and why. A new action belongs in one of these lists or in the one above. */
const ASK_FOR_NONE: Record<string, readonly AuditAction[]> = {
  "It is how somebody proves who they are, or follows from it.": [
    "account.created",
    "account.email_changed",
    "account.email_verified",
    "account.factors_cleared",
    "account.linked",
    "account.password_cleared",
    "account.password_reset",
    "account.proof_failed",
    "account.recovery_code_used",
    "account.second_step_asked",
    "account.second_step_failed",
    "account.sign_in_failed",
    "account.sign_in_throttled",
    "account.signed_in",
    "invitation.accepted",
    "member.claim_refused",
    "member.joined_by_claim",
    "session.proved",
  ],
  "It takes rights or secrets away: whoever notices a thief must not be held up.": [
    "account.email_change_undone",
    "api_key.revoked",
    "invitation.revoked",
    "brand.deletion_cancelled",
    "member.left",
    "member.removed",
    "session.revoked",
    "sessions.revoked",
  ],
  "The link that does it was made by who had proved it.": ["hand_over.revealed", "hand_over.webhook_url_set"],
  "It is a part of erasing a person, which asks.": ["audit.person_forgotten"],
  "Only a command does it.": ["account.reset_link_made"],
  "Only the tick does it.": [
    "audit.addresses_forgotten",
    "brand.deleted",
    "files.removed",
    "identity.publish_failed",
    "identity.published_as_scheduled",
  ],
  "It is the daily work on a brand, and can be undone.": [
    "account.notice_chosen",
    "account.renamed",
    "brand.approvals_set",
    "brand.created",
    "brand.renamed",
    "delivery.failed_replayed",
    "delivery.many_replayed",
    "delivery.replayed",
    "delivery.tested",
    "draft.discarded",
    "identity.publish_cancelled",
    "identity.publish_moved",
    "identity.publish_scheduled",
    "identity.published",
    "identity.restored",
    "review.approved",
    "review.changes_asked",
    "review.comment_deleted",
    "review.comment_edited",
    "review.commented",
    "review.requested",
    "review.thread_reopened",
    "review.thread_resolved",
    "review.withdrawn",
    "public_page.turned_off",
    "public_page.turned_on",
    "subscription.disabled",
    "subscription.enabled",
    "subscription.registered",
  ],
};

/**
 * Functions that write an entry of the first list without re-authentication, because no person acts or their caller
 * checks it.
 */
const EXEMPT = [
  "lib/access/account/make-hub-admin.ts: makeHubAdmin",
  "lib/access/people/change-person.ts: withdrawHandOversBy",
  "lib/access/people/erase-person.ts: transferBrands",
  "lib/integrations/tool-credentials/issue-tool-credential.ts: issue",
];

const GUARD = /\brequireRecentProof\(/;

/** A file's functions that need recent re-authentication, and whether they check it. */
function guardedIn(file: string, source = readFileSync(file, "utf8")): { name: string; asks: boolean }[] {
  const { program } = parseSync(file, source);
  const asking = namesReaching(program, source, GUARD);
  return declaredIn(program).flatMap(({ name, body }) => {
    const text = source.slice(body.start, body.end);
    if (!/\brecord\w*Audit/.test(text)) return [];
    const must = /\brequireHubAdmin\(/.test(text) || ASK_FOR_PROOF.some((action) => text.includes(`"${action}"`));
    return must ? [{ name: `${file}: ${name}`, asks: asking.has(name) }] : [];
  });
}

describe("re-authentication", () => {
  it("is decided for every audit action", () => {
    const decided = [...ASK_FOR_PROOF, ...Object.values(ASK_FOR_NONE).flat()];
    expect(decided.toSorted()).toEqual(AUDIT_ACTIONS.toSorted());
  });

  it("is required by every sensitive use case and every write of a hub administrator", () => {
    const guarded = sourceFiles(["lib"]).flatMap((file) => guardedIn(file));
    expect(guarded.length).toBeGreaterThan(20);
    expect(guarded.filter(({ asks }) => !asks).map(({ name }) => name)).toEqual(EXEMPT);
  });

  it.each([
    'export async function leak(ctx: Ctx) { await recordAudit(ctx, { action: "api_key.issued" }); }',
    'export const deactivate = async (ctx: Ctx) => { requireHubAdmin(ctx); await recordAudit(ctx, { action: "user.deactivated" }); };',
  ])("is found missing in a planted use case: %s", (source) => {
    expect(guardedIn("lib/planted/verb.ts", source)).toEqual([{ name: expect.any(String), asks: false }]);
  });
});
