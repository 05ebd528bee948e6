import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { declaredIn } from "./declared-functions";
import { sourceFiles } from "./import-graph";

/** Functions that write and record nothing in the audit log, and why. */
const SILENT: Record<string, readonly string[]> = {
  "It is a command of whoever runs the hub, and changes nothing that anybody sees.": [
    "lib/server/backup/files.ts: keepingFiles",
  ],
  "It is a part of verbs that record the act, in their transaction.": [
    "lib/account/account-links.ts: makeAccountLink",
    "lib/account/account-links.ts: spendAccountLink",
    "lib/account/account-links.ts: voidAccountLinks",
    "lib/brands/brand-settings.ts: renameBrand",
    "lib/deliveries/cancel-deliveries.ts: cancelPendingDeliveries",
    "lib/identity/drafts.ts: takeDraft",
  ],
  "It is work that nobody sees before it is published, which is recorded.": [
    "lib/assets/remove-unused-files.ts: deleteRemovedFile",
    "lib/assets/remove-unused-files.ts: tryBrand",
    "lib/assets/store-upload.ts: takePlace",
    "lib/identity/check-edit.ts: withStoredFiles",
    "lib/identity/merge-draft.ts: mergeDraft",
    "lib/identity/rebase-draft.ts: rebaseDraft",
    "lib/identity/save-draft.ts: write",
  ],
  "Its rows are a log themselves: of events, deliveries and mails, with what became of each.": [
    "lib/deliveries/cancel-deliveries.ts: cancelStrandedDeliveries",
    "lib/deliveries/claim-due-deliveries.ts: claimDueDeliveries",
    "lib/deliveries/claim-due-deliveries.ts: claimDueAside",
    "lib/deliveries/lock-due-subscriptions.ts: lockSubscriptions",
    "lib/deliveries/complete-delivery.ts: completeSuccesses",
    "lib/deliveries/give-back-claims.ts: giveBackClaims",
    "lib/deliveries/give-up-interrupted.ts: giveUpSome",
    "lib/deliveries/receiver.ts: endCoolDown",
    "lib/deliveries/receiver.ts: forgetSlowReceivers",
    "lib/deliveries/receiver.ts: noteAnswer",
    "lib/deliveries/enqueue-deliveries.ts: insertDeliveries",
    "lib/events/take-events.ts: taking",
    "lib/events/ingest-loose-event.ts: ingestLooseEvent",
    "lib/mail/enqueue-mail.ts: enqueueMail",
    "lib/mail/outbox.ts: claimDueMails",
    "lib/mail/outbox.ts: completeMail",
    "lib/mail/outbox.ts: retireMails",
    "lib/notifications/find-notices.ts: writeNotices",
    "lib/notifications/notice-details.ts: readNoticeDetails",
    "lib/notifications/run-tick.ts: claimDue",
    "lib/notifications/run-tick.ts: dropOperatorNotices",
    "lib/notifications/run-tick.ts: end",
    "lib/notifications/run-tick.ts: runNoticeTick",
    "lib/notifications/run-tick.ts: tellOperator",
    "lib/notifications/tell-people.ts: tellPerson",
  ],
  "It is a step of a brand's deletion, whose last one is recorded.": [
    "lib/audit/chain/brand-gone.ts: deleteBrandEntries",
    "lib/audit/chain/brand-gone.ts: noteBrandGone",
    "lib/brands/delete-due-brands.ts: deleteVersions",
    "lib/brands/delete-due-brands.ts: removeFiles",
  ],
  "It forgets by time, as whoever runs the hub has it and docs/personal-data.md says, or what came too late.": [
    "lib/audit/chain/drop-entries.ts: dropOldEntries",
    "lib/audit/chain/forget-addresses.ts: forgetAddresses",
    "lib/retention/chores.ts: batchOf",
    "lib/retention/chores.ts: blankDeliveries",
    "lib/retention/chores.ts: blankEvents",
    "lib/tool-credentials/run-credential-tick.ts: runCredentialTick",
    "lib/retention/chores.ts: forgetSessions",
  ],
  "It notes what a tool has read, which is no act on anything.": ["lib/bundles/read-marks.ts: write"],
  "It notes who is editing at this moment, which nobody asks for afterwards.": [
    "lib/presence/drop-presences.ts: dropPresences",
    "lib/presence/note-presences.ts: dropLeft",
    "lib/presence/note-presences.ts: notePresences",
  ],
  "It notes which file store the hub's processes are configured with.": [
    "lib/assets/file-store.ts: adoptFileStore",
    "lib/assets/file-store.ts: watchFileStore",
  ],
  "It notes that somebody was here, which their credential's row tells.": [
    "lib/api-keys/authenticate-api-key.ts: markUsed",
    "lib/hand-overs/find-hand-over.ts: openHandOver",
    "lib/members/member-brands.ts: switchActiveBrand",
    "lib/sessions/live-session.ts: markSeen",
  ],
  "It is how somebody proves who they are, and what comes of the proof is recorded.": [
    "lib/account/factors/authenticator-app.ts: spendAppCode",
    "lib/account/factors/recovery-codes.ts: spendRecoveryCode",
    "lib/account/factors/spend-once.ts: spendOnce",
    "lib/account/factors/verify-passkey.ts: verifyPasskey",
  ],
  "It is a part of a change of somebody's factors, which is recorded.": [
    "lib/account/factors/change-factors.ts: removingFactor",
    "lib/account/factors/recovery-codes.ts: replaceRecoveryCodes",
    "lib/sessions/strength.ts: forgetProofs",
    "lib/sessions/strength.ts: strengthenSession",
    "lib/sessions/strength.ts: weakenSessions",
  ],
  "It tells whether the log is as it was written.": [
    "lib/audit/chain/extend-chains.ts: extendChain",
    "lib/audit/chain/extend-chains.ts: link",
    "lib/audit/chain/extend-chains.ts: lockChain",
  ],
  "It makes the demo before anybody can act on it.": [
    "lib/server/seed-demo.ts: seedDemo",
    "lib/server/seed-demo.ts: writeBrand",
    "lib/server/seed-demo.ts: writeTools",
  ],
};

const WRITES = /\.(insert|update|delete)\((\w+)\)|\b(?:update|insert into|delete from) [a-z_]+/g;

/** The tables that a file knows by name. */
function tablesOf(source: string): Set<string> {
  const imported = /import \{([^}]*)\} from "@\/db\/schema"/.exec(source)?.[1] ?? "";
  return new Set(imported.split(",").map((name) => name.trim().split(" as ").at(-1) ?? ""));
}

/** The functions of a file that write, and whether they record it: by themselves, or as a part of one of the file that does. */
function writersIn(file: string, source = readFileSync(file, "utf8")): { name: string; records: boolean }[] {
  const { program } = parseSync(file, source);
  const tables = tablesOf(source);
  const functions = declaredIn(program).map(({ name, body }) => ({ name, text: source.slice(body.start, body.end) }));
  const recording = new Set(functions.filter(({ text }) => /\brecordAudits?\(/.test(text)).map(({ name }) => name));
  const calls = (text: string, name: string) => new RegExp(`\\b${name}\\(`).test(text);
  const records = (name: string): boolean =>
    recording.has(name) || functions.some((other) => recording.has(other.name) && calls(other.text, name));
  return functions.flatMap(({ name, text }) => {
    const writes = [...text.matchAll(WRITES)].some(([, , table]) => table === undefined || tables.has(table));
    return writes ? [{ name: `${file}: ${name}`, records: records(name) }] : [];
  });
}

describe("what changes state", () => {
  it("is recorded in the audit log, or is listed with a reason", () => {
    const writers = sourceFiles(["lib"]).flatMap((file) => writersIn(file));
    expect(writers.length).toBeGreaterThan(40);
    const silent = writers.filter(({ records }) => !records).map(({ name }) => name);
    expect(silent.toSorted()).toEqual(Object.values(SILENT).flat().toSorted());
  });

  it.each([
    'import { tools } from "@/db/schema";\nexport async function close(ctx: Ctx) { await ctx.db.delete(tools); }',
    "export const close = async (ctx: Ctx) => { await ctx.db.execute(sql`update tools set status = 'off'`); };",
  ])("is found where it records nothing: %s", (source) => {
    expect(writersIn("lib/planted/close.ts", source)).toEqual([{ name: expect.any(String), records: false }]);
  });
});
