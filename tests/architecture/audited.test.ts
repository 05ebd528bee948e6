import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { declaredIn } from "./declared-functions";
import { sourceFiles } from "./import-graph";

/** Functions that write without an audit entry, and why. */
const SILENT: Record<string, readonly string[]> = {
  "It is a command of whoever runs the hub, and changes nothing that anybody sees.": [
    "lib/server/backup/files.ts: pauseFileDeletion",
  ],
  "It is a part of verbs that record the act, in their transaction.": [
    "lib/access/account/account-links.ts: makeAccountLink",
    "lib/access/account/account-links.ts: spendAccountLink",
    "lib/access/account/account-links.ts: voidAccountLinks",
    "lib/brands/brand-settings.ts: renameBrand",
    "lib/integrations/webhooks/cancel-deliveries.ts: cancelPendingDeliveries",
    "lib/publishing/identity/save-draft.ts: takeDraft",
  ],
  "It is work that nobody sees before it is published, which is recorded.": [
    "lib/content/assets/remove-unused-files.ts: deleteRemovedFile",
    "lib/content/assets/remove-unused-files.ts: checkBrandSafely",
    "lib/content/assets/file-store.ts: findOrCreateRow",
    "lib/publishing/identity/compile-document.ts: withStoredFiles",
    "lib/publishing/identity/merge-draft.ts: mergeDraft",
    "lib/publishing/identity/merge-draft.ts: rebaseDraft",
    "lib/publishing/identity/save-draft.ts: write",
  ],
  "Its rows are a log themselves: of events, deliveries and mails, with what became of each.": [
    "lib/integrations/webhooks/cancel-deliveries.ts: cancelStrandedDeliveries",
    "lib/integrations/webhooks/claim-due-deliveries.ts: claimDueDeliveries",
    "lib/integrations/webhooks/claim-due-deliveries.ts: claimUnqueued",
    "lib/integrations/webhooks/lock-due-subscriptions.ts: lockSubscriptions",
    "lib/integrations/webhooks/complete-delivery.ts: completeSuccesses",
    "lib/integrations/webhooks/run-tick.ts: releaseClaims",
    "lib/integrations/webhooks/run-tick.ts: giveUpBatch",
    "lib/integrations/webhooks/receiver.ts: endCoolDown",
    "lib/integrations/webhooks/receiver.ts: forgetSlowReceivers",
    "lib/integrations/webhooks/receiver.ts: recordAnswer",
    "lib/integrations/webhooks/enqueue-deliveries.ts: insertDeliveries",
    "lib/integrations/events/take-events.ts: storeQuery",
    "lib/integrations/events/ingest-events.ts: ingestLooseEvent",
    "lib/platform/mail/enqueue-mail.ts: enqueueMail",
    "lib/platform/mail/run-tick.ts: claimDueMails",
    "lib/platform/mail/run-tick.ts: completeMail",
    "lib/platform/mail/run-tick.ts: retireMails",
    "lib/integrations/notifications/find-notices.ts: writeNotices",
    "lib/integrations/notifications/notice-details.ts: readNoticeDetails",
    "lib/integrations/notifications/run-tick.ts: claimDue",
    "lib/integrations/notifications/run-tick.ts: end",
    "lib/integrations/notifications/run-tick.ts: runNoticeTick",
    "lib/integrations/notifications/run-tick.ts: notifyOperator",
    "lib/integrations/notifications/run-tick.ts: notifyPerson",
    "lib/integrations/notifications/run-tick.ts: takeDue",
  ],
  "It is a step of a brand's deletion, whose last one is recorded.": [
    "lib/access/audit/chain/drop-entries.ts: deleteBrandEntries",
    "lib/access/audit/chain/drop-entries.ts: recordLogDeletion",
    "lib/brands/delete-due-brands.ts: deleteVersions",
    "lib/brands/delete-due-brands.ts: removeFiles",
  ],
  "It forgets by time, as whoever runs the hub has it and docs/personal-data.md says, or what came too late.": [
    "lib/access/audit/chain/drop-entries.ts: dropOldEntries",
    "lib/access/audit/chain/erase-from-audit.ts: eraseClientIps",
    "lib/access/retention/run-tick.ts: batchOf",
    "lib/access/retention/run-tick.ts: blankDeliveries",
    "lib/access/retention/run-tick.ts: blankEvents",
    "lib/integrations/tool-credentials/list-tool-credentials.ts: runCredentialTick",
    "lib/access/retention/run-tick.ts: deleteSessions",
  ],
  "It derives what a version, whose publishing is recorded, is served as.": [
    "lib/publishing/versions/record-version.ts: recordVersion",
    "lib/publishing/versions/record-version.ts: signVersion",
  ],
  "It notes what a tool has read, which is no act on anything.": [
    "lib/publishing/bundles/read-marks.ts: write",
    "lib/integrations/webhooks/list-deliveries-of-tool.ts: keepListening",
  ],
  "It notes who is editing at this moment, which nobody asks for afterwards.": [
    "lib/publishing/presence/live-brands.ts: dropPresences",
    "lib/publishing/presence/live-brands.ts: dropLeft",
    "lib/publishing/presence/live-brands.ts: upsertPresences",
  ],
  "It notes which file store the hub's processes are configured with.": [
    "lib/content/assets/file-store.ts: adoptFileStore",
    "lib/content/assets/file-store.ts: watchFileStore",
  ],
  "It notes that somebody was here, which their credential's row tells.": [
    "lib/integrations/api-keys/read-api-keys.ts: markUsed",
    "lib/integrations/setup-links/find-setup-link.ts: openSetupLink",
    "lib/access/members/member-brands.ts: switchActiveBrand",
    "lib/access/sessions/live-session.ts: markSeen",
  ],
  "It is how somebody proves who they are, and what comes of the proof is recorded.": [
    "lib/access/account/factors/authenticator-app.ts: spendAppCode",
    "lib/access/account/factors/recovery-codes.ts: spendRecoveryCode",
    "lib/access/account/factors/verify-factor-code.ts: spendOnce",
    "lib/access/account/factors/verify-passkey.ts: verifyPasskey",
  ],
  "It is a part of a change of somebody's factors, which is recorded.": [
    "lib/access/account/factors/change-factors.ts: removeFactor",
    "lib/access/account/factors/recovery-codes.ts: replaceRecoveryCodes",
    "lib/access/sessions/live-session.ts: voidReauthentications",
    "lib/access/sessions/live-session.ts: strengthenSession",
    "lib/access/sessions/live-session.ts: weakenSessions",
  ],
  "It tells whether the log is as it was written.": [
    "lib/access/audit/chain/extend-chains.ts: extendChain",
    "lib/access/audit/chain/extend-chains.ts: link",
    "lib/access/audit/chain/extend-chains.ts: lockChain",
  ],
  "It makes the demo before anybody can act on it.": [
    "lib/server/prepare-hub.ts: seedDemo",
    "lib/server/prepare-hub.ts: writeBrand",
    "lib/server/prepare-hub.ts: writeTools",
  ],
};

const WRITES = /\.(insert|update|delete)\((\w+)\)|\b(?:update|insert into|delete from) [a-z_]+/g;

/** Tables that a file imports. */
function tablesOf(source: string): Set<string> {
  const imported = /import \{([^}]*)\} from "@\/db\/schema"/.exec(source)?.[1] ?? "";
  return new Set(imported.split(",").map((name) => name.trim().split(" as ").at(-1) ?? ""));
}

/**
 * A file's functions that write, and whether they record it: directly, or because the function that calls them does.
 */
function writersIn(file: string, source = readFileSync(file, "utf8")): { name: string; records: boolean }[] {
  const { program } = parseSync(file, source);
  const tables = tablesOf(source);
  const functions = declaredIn(program).map(({ name, body }) => ({ name, text: source.slice(body.start, body.end) }));
  const recording = new Set(functions.filter(({ text }) => /\brecord\w*Audits?\(/.test(text)).map(({ name }) => name));
  const calls = (text: string, name: string) => new RegExp(`\\b${name}\\(`).test(text);
  const records = (name: string): boolean =>
    recording.has(name) || functions.some((other) => recording.has(other.name) && calls(other.text, name));
  return functions.flatMap(({ name, text }) => {
    const writes = [...text.matchAll(WRITES)].some(([, , table]) => table === undefined || tables.has(table));
    return writes ? [{ name: `${file}: ${name}`, records: records(name) }] : [];
  });
}

describe("a function that changes state", () => {
  it("writes to the audit log, or is listed with a reason", () => {
    const writers = sourceFiles(["lib"]).flatMap((file) => writersIn(file));
    expect(writers.length).toBeGreaterThan(40);
    const silent = writers.filter(({ records }) => !records).map(({ name }) => name);
    expect(silent.toSorted()).toEqual(Object.values(SILENT).flat().toSorted());
  });

  it.each([
    'import { tools } from "@/db/schema";\nexport async function close(ctx: Ctx) { await ctx.db.delete(tools); }',
    "export const close = async (ctx: Ctx) => { await ctx.db.execute(sql`update tools set status = 'off'`); };",
  ])("is found if it records nothing: %s", (source) => {
    expect(writersIn("lib/planted/close.ts", source)).toEqual([{ name: expect.any(String), records: false }]);
  });
});
