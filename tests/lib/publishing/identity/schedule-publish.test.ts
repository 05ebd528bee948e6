import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntries, brands, brandVersions, drafts, memberships, sessions, users } from "@/db/schema";
import { NO_QUOTAS } from "@/lib/access";
import {
  deactivatePerson,
  issueSession,
  reactivatePerson,
  removeMember,
  revokeAllSessions,
  revokeSession,
  weakenSessions,
} from "@/lib/access/server";
import type { BrandDocument } from "@/lib/content";
import { listOwnNotices, runNoticeTick } from "@/lib/integrations/server";
import { BadRequest, Forbidden } from "@/lib/platform/errors";
import { StaleDraft, StaleEdit } from "@/lib/publishing";
import {
  cancelPublish,
  discardDraft,
  openEditor,
  publishDraft,
  rebaseDraft,
  runPublishTick,
  saveDraft,
  schedulePublish,
} from "@/lib/publishing/server";
import { openTestDatabase } from "../../../support/database";
import { sampleDocument } from "../../../support/documents";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createUser,
  NOW,
  SYSTEM,
  signedInUser,
} from "../../../support/fixtures";

const database = openTestDatabase();

const MINUTE = 60_000;
const BASE = sampleDocument();
const DUE = new Date("2026-03-16T08:00:00.000Z");
const WHEN = { date: "2026-03-16", time: "09:00", zone: "Europe/Berlin", second: false };

let brandId: string;
let owner: { id: string };
let editor: { id: string };
let colleague: { id: string };
beforeEach(async () => {
  const { db } = database;
  await db.delete(drafts);
  [owner, editor, colleague] = (await Promise.all([createUser(db), createUser(db), createUser(db)])) as [
    { id: string },
    { id: string },
    { id: string },
  ];
  const members = { [owner.id]: "owner", [editor.id]: "editor", [colleague.id]: "editor" } as const;
  brandId = (await createBrandFixture(db, { members, document: BASE })).id;
});

const as = (user: { id: string; hubAdmin?: boolean }, now = NOW) => context(database.db, actingUser(user), now);
const withTagline = (tagline: string): BrandDocument => {
  return { ...BASE, identity: { ...BASE.identity, brand: { ...BASE.identity.brand, tagline } } };
};
const save = (user: { id: string }, tagline: string, revision: number | null = null, baseVersion = 1) =>
  saveDraft(as(user), { brandId, baseVersion, revision, document: withTagline(tagline) });
const schedule = async (user = editor, change: Partial<Parameters<typeof schedulePublish>[1]> = {}) => {
  const { revision } = await save(user, "On Monday");
  await schedulePublish(as(user), { brandId, revision, note: "As planned", ...WHEN, ...change });
  return revision;
};
const tick = (now = DUE, given = {}) =>
  runPublishTick(context(database.db, SYSTEM, now, { clock: async () => now, ...given }));

const draftOf = async (user = editor) =>
  (
    await database.db
      .select()
      .from(drafts)
      .where(and(eq(drafts.brandId, brandId), eq(drafts.userId, user.id)))
  )[0];
const live = async () => {
  const [brand] = await database.db.select().from(brands).where(eq(brands.id, brandId));
  const [row] = await database.db
    .select()
    .from(brandVersions)
    .where(and(eq(brandVersions.brandId, brandId), eq(brandVersions.version, brand?.identityVersion ?? 0)));
  return row;
};
const actions = async () =>
  (await database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brandId)).orderBy(auditEntries.id)).map(
    ({ action, actorId }) => [action, actorId],
  );
/** Asserts that nothing was published, and that the unchanged draft has a reason. */
async function expectFailed(reason: RegExp, user = editor) {
  const draft = await draftOf(user);
  expect(draft).toMatchObject({ publishAt: null, publishZone: null, revision: expect.any(Number) });
  expect(draft?.publishFailure).toMatch(reason);
  expect((await actions()).at(-1)?.[0]).toBe("identity.publish_failed");
}

describe("schedulePublish", () => {
  it("publishes the draft when it is due, as its editor and with the note", async () => {
    await schedule();
    expect(await openEditor(as(editor), { brandId })).toMatchObject({
      schedule: { at: DUE, zone: "Europe/Berlin", note: "As planned" },
      scheduleFailure: null,
    });
    expect(await tick(new Date(DUE.getTime() - 1))).toEqual({ published: 0, failed: 0 });
    expect(await tick()).toEqual({ published: 1, failed: 0 });
    expect(await live()).toMatchObject({ version: 2, note: "As planned", authorId: editor.id });
    expect(await draftOf()).toBeUndefined();
    expect(await actions()).toEqual([
      ["identity.publish_scheduled", editor.id],
      ["identity.published_as_scheduled", editor.id],
    ]);
    expect(await tick()).toEqual({ published: 0, failed: 0 });
  });

  it("publishes once when ticks overlap", async () => {
    await schedule();
    const did = await Promise.all(Array.from({ length: 5 }, () => tick()));
    expect(did.reduce((sum, { published, failed }) => sum + published + failed, 0)).toBe(1);
    expect((await live())?.version).toBe(2);
  });

  it("refuses viewers, a stale draft, an old base, and a draft without changes", async () => {
    const { revision } = await save(editor, "On Monday");
    const input = { brandId, revision, note: null, ...WHEN };
    await database.db.update(memberships).set({ role: "viewer" }).where(eq(memberships.userId, colleague.id));
    await expect(schedulePublish(as(colleague), input)).rejects.toBeInstanceOf(Forbidden);
    await expect(schedulePublish(as(owner), input)).rejects.toBeInstanceOf(StaleDraft);
    await expect(schedulePublish(as(editor), { ...input, revision: 9 })).rejects.toBeInstanceOf(StaleDraft);
    const theirs = await save(owner, "Mine first");
    await publishDraft(as(owner), { brandId, revision: theirs.revision, note: null });
    await expect(schedulePublish(as(editor), input)).rejects.toBeInstanceOf(StaleEdit);
    await discardDraft(as(editor), { brandId });
    const same = await save(editor, "Mine first", null, 2);
    await expect(schedulePublish(as(editor), { ...input, revision: same.revision })).rejects.toThrow(
      "There is nothing to publish.",
    );
  });

  it.each([
    [{ date: "2026-03-14", time: "09:00", zone: "UTC" }, "time", /passed/],
    [{ date: "2027-06-01" }, "date", /within the next year/],
    [{ date: "2026-03-29", time: "02:30" }, "time", /clocks go forward/],
    [{ zone: "Nowhere/Else" }, "zone", /time zone/],
    [{ date: "2026-13-01" }, "date", /a date and a time/],
    [{ time: "25:00" }, "date", /a date and a time/],
    [{ note: "x".repeat(501) }, undefined, /at most 500/],
  ])("refuses %o with a sentence", async (change, field, message) => {
    const refused = schedule(editor, change);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ field });
    await expect(refused).rejects.toBeInstanceOf(BadRequest);
  });

  it("takes the first or second of an hour that occurs twice", async () => {
    const twice = { date: "2026-10-25", time: "02:30" };
    const revision = await schedule(editor, twice);
    expect((await draftOf())?.publishAt).toEqual(new Date("2026-10-25T00:30:00.000Z"));
    await schedulePublish(as(editor), { brandId, revision, note: null, ...WHEN, ...twice, second: true });
    expect((await draftOf())?.publishAt).toEqual(new Date("2026-10-25T01:30:00.000Z"));
  });
});

describe("between scheduling and publishing", () => {
  it("later edits are published too", async () => {
    const revision = await schedule();
    await save(editor, "Better words", revision);
    await tick();
    expect((await live())?.snapshot.identity.brand.tagline).toBe("Better words");
  });

  it("the last schedule wins, and each change is logged", async () => {
    const revision = await schedule();
    await schedulePublish(as(editor), { brandId, revision, note: null, ...WHEN, time: "10:00" });
    expect(await tick()).toEqual({ published: 0, failed: 0 });
    expect(await cancelPublish(as(editor), { brandId })).toBe(true);
    expect(await cancelPublish(as(editor), { brandId })).toBe(false);
    expect(await tick(new Date(DUE.getTime() + 90 * MINUTE))).toEqual({ published: 0, failed: 0 });
    expect(await draftOf()).toMatchObject({ publishAt: null, revision });
    expect((await actions()).map(([action]) => action)).toEqual([
      "identity.publish_scheduled",
      "identity.publish_moved",
      "identity.publish_cancelled",
    ]);
  });

  it("a discarded or manually published draft is not published again", async () => {
    await schedule();
    await discardDraft(as(editor), { brandId });
    const revision = await schedule();
    await publishDraft(as(editor), { brandId, revision, note: null });
    expect(await tick()).toEqual({ published: 0, failed: 0 });
    expect((await live())?.version).toBe(2);
  });

  it("a newer version blocks the publish until the draft is merged", async () => {
    await schedule();
    const theirs = await save(owner, "Theirs");
    await publishDraft(as(owner), { brandId, revision: theirs.revision, note: null });
    expect(await tick()).toEqual({ published: 0, failed: 1 });
    await expectFailed(/Version 2 was published in the meantime.*Merge the draft/);
    expect((await live())?.version).toBe(2);

    const choices = { "identity.brand.tagline": "mine" } as const;
    const { revision } = await rebaseDraft(as(editor), { brandId, revision: 1, choices });
    await schedulePublish(as(editor), { brandId, revision, note: null, ...WHEN });
    expect(await draftOf()).toMatchObject({ publishFailure: null, publishFailedAt: null });
    await tick();
    expect((await live())?.snapshot.identity.brand.tagline).toBe("On Monday");
  });

  it("a merge keeps the schedule", async () => {
    await schedule();
    const theirs = await save(owner, "Theirs");
    await publishDraft(as(owner), { brandId, revision: theirs.revision, note: null });
    await rebaseDraft(as(editor), { brandId, revision: 1, choices: { "identity.brand.tagline": "mine" } });
    expect(await tick()).toEqual({ published: 1, failed: 0 });
    expect((await live())?.version).toBe(3);
  });

  it("archiving the brand, or demoting or deactivating the editor, keeps it a draft", async () => {
    const { db } = database;
    await schedule();
    await db.update(memberships).set({ role: "viewer" }).where(eq(memberships.userId, editor.id));
    expect(await tick()).toEqual({ published: 0, failed: 1 });
    await expectFailed(/Viewers can’t edit/);

    await schedule(colleague);
    await db.update(users).set({ deactivatedAt: NOW }).where(eq(users.id, colleague.id));
    expect(await tick()).toEqual({ published: 0, failed: 1 });
    expect((await draftOf(colleague))?.publishFailure).toBeTruthy();

    await schedule(owner);
    await db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, brandId));
    expect(await tick()).toEqual({ published: 0, failed: 1 });
    await expectFailed(/archived/, owner);
    expect((await live())?.version).toBe(1);
  });

  it("removing the editor removes the draft and its schedule", async () => {
    await schedule();
    await removeMember(as(owner), { brandId, userId: editor.id });
    expect(await tick()).toEqual({ published: 0, failed: 0 });
  });

  it("reaching a limit keeps it a draft, with the limit as the reason", async () => {
    await schedule();
    const quotas = { ...NO_QUOTAS, brand: { ...NO_QUOTAS.brand, versionsPerDay: 1 } };
    const theirs = await save(owner, "Theirs");
    const justBefore = as(owner, new Date(DUE.getTime() - MINUTE));
    await publishDraft(justBefore, { brandId, revision: theirs.revision, note: null });
    await rebaseDraft(as(editor), { brandId, revision: 1, choices: { "identity.brand.tagline": "mine" } });
    expect(await tick(DUE, { quotas })).toEqual({ published: 0, failed: 1 });
    await expectFailed(/versions in 24/);
  });

  it("after downtime or a restore, it is published for a day and not later", async () => {
    await schedule();
    const dayLater = new Date(DUE.getTime() + 24 * 60 * MINUTE);
    expect(await tick(dayLater)).toEqual({ published: 1, failed: 0 });
    const { revision } = await save(editor, "Another", null, 2);
    await schedulePublish(as(editor), { brandId, revision, note: null, ...WHEN });
    expect(await tick(new Date(dayLater.getTime() + 1))).toEqual({ published: 0, failed: 1 });
    await expectFailed(/was down/);
  });

  it("errors other than rules are left for the next tick", async () => {
    await schedule();
    const broken = context(database.db, SYSTEM, DUE, {
      clock: async () => DUE,
      quotas: null as unknown as typeof NO_QUOTAS,
    });
    expect(await runPublishTick(broken)).toEqual({ published: 0, failed: 0 });
    expect((await draftOf())?.publishAt).toEqual(DUE);
    expect(await tick()).toEqual({ published: 1, failed: 0 });
  });
});

describe("a schedule when", () => {
  const SIGNED_OUT = /signed out everywhere/;
  const TOO_WEAK = /requires two-factor/;
  const requireTwoFactor = (on = true) =>
    database.db.update(brands).set({ membersNeedTwoFactor: on }).where(eq(brands.id, brandId));
  async function signIn({ strong }: { strong: boolean }) {
    const { sid } = await issueSession(context(database.db, ANONYMOUS), {
      userId: editor.id,
      source: { kind: "browser" },
    });
    await database.db.update(sessions).set({ strong }).where(eq(sessions.id, sid));
    return context(database.db, signedInUser(editor, { sid, strong }));
  }
  type Signed = Awaited<ReturnType<typeof signIn>>;
  const sidOf = ({ actor }: Signed) => actor.session.sid;
  const hubAdmin = async () => as(await createUser(database.db, { hubAdmin: true }));

  it.each<[string, boolean, RegExp | "published", (here: Signed, there: Signed) => Promise<unknown>]>([
    ["nothing changes", false, "published", async () => {}],
    ["they sign out of that browser", false, "published", (here) => revokeSession(as(editor), { sid: sidOf(here) })],
    [
      "they end that session from another browser",
      false,
      SIGNED_OUT,
      (here, there) => revokeSession(there, { sid: sidOf(here) }),
    ],
    ["they end another session", false, "published", (here, there) => revokeSession(here, { sid: sidOf(there) })],
    ["they sign out everywhere", false, SIGNED_OUT, (here) => revokeAllSessions(here)],
    ["they sign out everywhere, strong", true, SIGNED_OUT, (here) => revokeAllSessions(here)],
    [
      "they sign out there, then everywhere else",
      false,
      SIGNED_OUT,
      async (here, there) => {
        await revokeSession(as(editor), { sid: sidOf(here) });
        await revokeAllSessions(there, { exceptSid: sidOf(there) });
      },
    ],
    [
      "they sign out everywhere else",
      false,
      "published",
      (here) => revokeAllSessions(here, { exceptSid: sidOf(here) }),
    ],
    ["they revoke their named tokens", false, "published", (here) => revokeAllSessions(here, { kind: "token" })],
    [
      "they are deactivated",
      true,
      /deactivated/,
      async () => deactivatePerson(await hubAdmin(), { personId: editor.id }),
    ],
    [
      "they are deactivated and reactivated",
      true,
      SIGNED_OUT,
      async () => {
        await deactivatePerson(await hubAdmin(), { personId: editor.id });
        await reactivatePerson(await hubAdmin(), { personId: editor.id });
      },
    ],
    ["two-factor sign-in becomes required", false, TOO_WEAK, () => requireTwoFactor()],
    ["two-factor sign-in becomes required, strong", true, "published", () => requireTwoFactor()],
    [
      "two-factor sign-in is required, and they remove their last factor",
      true,
      TOO_WEAK,
      async (here) => {
        await requireTwoFactor();
        await weakenSessions(here, { userId: editor.id });
      },
    ],
    ["they remove their last factor", true, "published", (here) => weakenSessions(here, { userId: editor.id })],
    [
      "an earlier release scheduled it, and two-factor sign-in is required",
      true,
      TOO_WEAK,
      async () => {
        await requireTwoFactor();
        await database.db.update(drafts).set({ publishSid: null, publishStrong: null });
      },
    ],
  ])("%s (strong: %s): %s", async (_, strong, expected, happen) => {
    const [here, there] = [await signIn({ strong }), await signIn({ strong })];
    const { revision } = await save(editor, "On Monday");
    await schedulePublish(here, { brandId, revision, note: null, ...WHEN });
    await happen(here, there);
    const soon = await tick(new Date(NOW.getTime() + MINUTE));
    if (expected === "published") {
      expect(soon).toEqual({ published: 0, failed: 0 });
      expect(await tick()).toEqual({ published: 1, failed: 0 });
      return;
    }
    expect(soon).toEqual({ published: 0, failed: 1 });
    await expectFailed(expected);
    await requireTwoFactor(false);
    expect(await tick()).toEqual({ published: 0, failed: 0 });
  });

  it("can't be made in a session that has just ended", async () => {
    const here = await signIn({ strong: false });
    const { revision } = await save(editor, "On Monday");
    await revokeAllSessions(as(editor));
    const late = schedulePublish(here, { brandId, revision, note: null, ...WHEN });
    await expect(late).rejects.toMatchObject({ code: "unauthorized" });
    expect((await draftOf())?.publishAt).toBeNull();
  });

  it("can be made again after it has lapsed", async () => {
    const here = await signIn({ strong: false });
    const { revision } = await save(editor, "On Monday");
    const input = { brandId, revision, note: null, ...WHEN };
    await schedulePublish(here, input);
    await revokeAllSessions(here);
    await schedulePublish(await signIn({ strong: false }), input);
    expect(await tick()).toEqual({ published: 1, failed: 0 });
  });
});

it("notifies editor and owners of a failed publish until somebody dismisses it", async () => {
  await schedule();
  const theirs = await save(owner, "Theirs");
  await publishDraft(as(owner), { brandId, revision: theirs.revision, note: null });
  await tick();
  await runNoticeTick(context(database.db, SYSTEM, DUE, { clock: async () => DUE }));
  for (const who of [editor, owner]) {
    const [notice] = await listOwnNotices(as(who, DUE));
    expect(notice).toMatchObject({ kind: "publish_failed" });
    expect(notice?.text).toMatch(/ failed\. Version 2 was published in the meantime/);
  }
  expect(await listOwnNotices(as(colleague, DUE))).toEqual([]);
  await cancelPublish(as(editor, DUE), { brandId });
  expect(await listOwnNotices(as(editor, DUE))).toEqual([]);
});

it("is only for the hub itself", async () => {
  await expect(runPublishTick(as(owner))).rejects.toBeInstanceOf(Forbidden);
});
