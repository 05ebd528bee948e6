import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntries, brands, drafts, memberships, reviews, users } from "@/db/schema";
import { removeMember } from "@/lib/access/server";
import { archiveBrand, renameBrand } from "@/lib/brands/server";
import type { Role } from "@/lib/contract";
import { BadRequest, Forbidden, NotFound } from "@/lib/platform/errors";
import {
  ApprovalsMissing,
  answerReview,
  discardDraft,
  draftVersion,
  openDraft,
  publishDraft,
  readReview,
  rebaseDraft,
  requestReview,
  restoreVersion,
  runPublishTick,
  saveDraft,
  schedulePublish,
  setApprovalsRequired,
  withdrawReview,
} from "@/lib/publishing/server";
import { openTestDatabase } from "../../../support/database";
import { sampleDocument } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createUser, NOW, SYSTEM } from "../../../support/fixtures";

const database = openTestDatabase();

type Person = { id: string };
const BASE = sampleDocument();
let brandId: string;
let owner: Person;
let author: Person;
let editor: Person;
let viewer: Person;
beforeEach(async () => {
  const { db } = database;
  await db.delete(drafts);
  const people = await Promise.all(Array.from({ length: 4 }, () => createUser(db)));
  [owner, author, editor, viewer] = people as unknown as [Person, Person, Person, Person];
  const members = { [owner.id]: "owner", [author.id]: "editor", [editor.id]: "editor", [viewer.id]: "viewer" } as const;
  brandId = (await createBrandFixture(db, { members, document: BASE })).id;
});

const as = (user: Person, now = NOW) => context(database.db, actingUser(user), now);
const withTagline = (tagline: string) => ({
  ...BASE,
  identity: { ...BASE.identity, brand: { ...BASE.identity.brand, tagline } },
});
const save = (tagline: string, revision: number | null = null, user = author, baseVersion = 1) =>
  saveDraft(as(user), { brandId, baseVersion, revision, document: withTagline(tagline) });
const asking = (approvals: number) => setApprovalsRequired(as(owner), { brandId, approvals });
const ask = async (reviewers: string[] = []) =>
  (await requestReview(as(author), { brandId, note: "Please look", reviewers })).reviewId;
const answer = (user: Person, reviewId: string, revision: number, given: "approved" | "changes_asked" = "approved") =>
  answerReview(as(user), { brandId, reviewId, revision, answer: given });
const publish = (revision: number, user = author) => publishDraft(as(user), { brandId, revision, note: null });
const live = async () => {
  const [brand] = await database.db.select().from(brands).where(eq(brands.id, brandId));
  return brand?.identityVersion;
};
const setRole = (user: Person, role: Role) =>
  database.db
    .update(memberships)
    .set({ role })
    .where(and(eq(memberships.brandId, brandId), eq(memberships.userId, user.id)));
const actions = async () =>
  (await database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brandId)).orderBy(auditEntries.id)).map(
    ({ action }) => action,
  );
const openReviews = () => database.db.select().from(reviews).where(eq(reviews.brandId, brandId));

/** A draft under review with one approval, in a brand that requires one. */
async function approved() {
  await asking(1);
  const { revision } = await save("Said better");
  const reviewId = await ask();
  await answer(editor, reviewId, revision);
  return { revision, reviewId };
}

describe("the number of required approvals", () => {
  it("is zero by default", async () => {
    const { revision } = await save("Alone");
    expect((await publish(revision)).version).toBe(2);
  });

  it("is set by owners, logged, and not logged again if unchanged", async () => {
    await expect(setApprovalsRequired(as(editor), { brandId, approvals: 1 })).rejects.toBeInstanceOf(Forbidden);
    await setRole(editor, "admin");
    await expect(setApprovalsRequired(as(editor), { brandId, approvals: 1 })).rejects.toBeInstanceOf(Forbidden);
    await asking(2);
    await asking(2);
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brandId));
    const [entry, ...others] = entries.filter(({ action }) => action === "brand.approvals_set");
    expect(entry?.diff).toEqual({ approvals_required: [0, 2] });
    expect(others).toEqual([]);
  });

  it.each([-1, 6, 1.5, Number.NaN])("can't be %s", async (approvals) => {
    await expect(asking(approvals)).rejects.toBeInstanceOf(BadRequest);
  });

  it("applies at once, also to a draft under review", async () => {
    const { revision } = await approved();
    await asking(2);
    await expect(publish(revision)).rejects.toMatchObject({ reason: "approvals_missing", required: 2, given: 1 });
    await asking(1);
    expect((await publish(revision)).version).toBe(2);
  });
});

describe("publishing with too few approvals", () => {
  it("is refused with the numbers, and keeps draft and review", async () => {
    await asking(1);
    const { revision } = await save("Not yet");
    await ask();
    const refused = publish(revision);
    await expect(refused).rejects.toBeInstanceOf(ApprovalsMissing);
    await expect(refused).rejects.toMatchObject({ status: 403, code: "forbidden", required: 1, given: 0 });
    expect(await live()).toBe(1);
    expect((await openDraft(as(author), { brandId })).revision).toBe(revision);
    expect(await openReviews()).toHaveLength(1);
  });

  it("succeeds once enough have approved, and ends the review", async () => {
    await asking(2);
    const { revision } = await save("Said better");
    const reviewId = await ask();
    await answer(editor, reviewId, revision);
    await expect(publish(revision)).rejects.toBeInstanceOf(ApprovalsMissing);
    await answer(owner, reviewId, revision);
    expect((await publish(revision)).version).toBe(2);
    expect(await openReviews()).toEqual([]);
  });

  it("is refused for owners too", async () => {
    await asking(1);
    const { revision } = await save("By the owner", null, owner);
    await expect(publish(revision, owner)).rejects.toBeInstanceOf(ApprovalsMissing);
  });

  it("is checked when a scheduled publish is due, with a reason if it fails", async () => {
    await asking(1);
    const { revision } = await save("On Monday");
    const when = { date: "2026-03-16", time: "09:00", zone: "Europe/Berlin", second: false };
    const due = new Date("2026-03-16T08:00:00.000Z");
    const tick = () => runPublishTick(context(database.db, SYSTEM, due, { clock: async () => due }));
    await schedulePublish(as(author), { brandId, revision, note: null, ...when });
    expect(await tick()).toEqual({ published: 0, failed: 1 });
    expect((await openDraft(as(author), { brandId })).scheduleFailure?.reason).toMatch(
      /requires 1 approval to publish/,
    );
    await schedulePublish(as(author), { brandId, revision, note: null, ...when });
    await answer(editor, await ask(), revision);
    expect(await tick()).toEqual({ published: 1, failed: 0 });
    expect(await openReviews()).toEqual([]);
  });

  it("is refused for a restore, which can be copied into a draft and approved", async () => {
    const { revision } = await save("Second");
    await publish(revision);
    await asking(1);
    const restoring = restoreVersion(as(owner), { brandId, version: 1, expectedVersion: 2, note: null });
    await expect(restoring).rejects.toBeInstanceOf(ApprovalsMissing);
    await draftVersion(as(author), { brandId, version: 1 });
    await expect(draftVersion(as(author), { brandId, version: 1 })).rejects.toBeInstanceOf(BadRequest);
    const draft = await openDraft(as(author), { brandId });
    expect(draft.changes.map(({ path }) => path)).toEqual(["identity.brand.tagline"]);
    await answer(owner, await ask(), draft.revision ?? 0);
    expect((await publish(draft.revision ?? 0)).version).toBe(3);
  });

  it("doesn't apply to name and slug, or to a draft without changes", async () => {
    await asking(1);
    expect((await renameBrand(as(owner), { brandId, name: "Renamed", slug: `renamed-${brandId}` })).version).toBe(2);
    const { revision } = await saveDraft(as(author), { brandId, baseVersion: 2, revision: null, document: BASE });
    expect((await publish(revision)).version).toBe(2);
  });
});

describe("an approval", () => {
  it("is for one revision: an edit makes it stale", async () => {
    const { revision, reviewId } = await approved();
    const edited = await save("Edited since", revision);
    expect((await readReview(as(author), { brandId }))?.people).toMatchObject([
      { userId: editor.id, answer: "approved", ofThisDraft: false, counts: false },
    ]);
    expect((await openDraft(as(author), { brandId })).approvals).toMatchObject({ required: 1, given: 0 });
    await expect(publish(edited.revision)).rejects.toBeInstanceOf(ApprovalsMissing);
    await expect(answer(editor, reviewId, revision)).rejects.toThrow(/changed since you opened it/);
    await answer(editor, reviewId, edited.revision);
    expect((await publish(edited.revision)).version).toBe(2);
  });

  it("is stale after merging a newer version", async () => {
    const { revision } = await approved();
    await asking(0);
    const other = await saveDraft(as(owner), {
      ...{ brandId, baseVersion: 1, revision: null },
      document: { ...BASE, identity: { ...BASE.identity, brand: { ...BASE.identity.brand, mission: "Another" } } },
    });
    await publish(other.revision, owner);
    await asking(1);
    const merged = await rebaseDraft(as(author), { brandId, revision, choices: {} });
    await expect(publish(merged.revision)).rejects.toBeInstanceOf(ApprovalsMissing);
  });

  it("can't be given by the author", async () => {
    await asking(1);
    const { revision } = await save("My own");
    const reviewId = await ask();
    await expect(answer(author, reviewId, revision)).rejects.toThrow(/your own draft/);
  });

  it("can't be given by viewers", async () => {
    await asking(1);
    const { revision } = await save("Seen by a viewer");
    await expect(answer(viewer, await ask([viewer.id]), revision)).rejects.toBeInstanceOf(Forbidden);
  });

  it("is withdrawn by asking for changes", async () => {
    const { revision, reviewId } = await approved();
    await answer(editor, reviewId, revision, "changes_asked");
    await expect(publish(revision)).rejects.toBeInstanceOf(ApprovalsMissing);
    expect((await actions()).slice(-2)).toEqual(["review.approved", "review.changes_asked"]);
  });

  it.each([
    ["was removed from the brand", () => removeMember(as(owner), { brandId, userId: editor.id })],
    ["is now a viewer", () => setRole(editor, "viewer")],
    ["was deactivated", () => database.db.update(users).set({ deactivatedAt: NOW }).where(eq(users.id, editor.id))],
  ])("doesn't count from a person who %s", async (_, happen) => {
    const { revision } = await approved();
    await happen();
    await expect(publish(revision)).rejects.toMatchObject({ given: 0 });
    expect((await readReview(as(author), { brandId }))?.given).toBe(0);
  });
});

describe("a review", () => {
  it("is one at a time, of the user's draft, and updated by a second request", async () => {
    await expect(ask()).rejects.toThrow(/no draft/);
    await save("Mine");
    const first = await ask([owner.id, editor.id]);
    await save("Another's", null, editor);
    await expect(requestReview(as(editor), { brandId, note: null, reviewers: [] })).rejects.toThrow(/one review/);
    expect(await ask([owner.id])).toBe(first);
    const people = (await readReview(as(viewer), { brandId }))?.people ?? [];
    expect(people.filter(({ asked }) => asked).map(({ userId }) => userId)).toEqual([owner.id]);
    expect((await openDraft(as(editor), { brandId })).approvals.review).toMatchObject({ own: false });
  });

  it("can only be requested from other members", async () => {
    await save("Mine");
    const stranger = await createUser(database.db);
    await expect(ask([stranger.id])).rejects.toMatchObject({ field: "reviewers" });
    await expect(ask([author.id])).rejects.toMatchObject({ field: "reviewers" });
    await expect(ask(Array.from({ length: 11 }, () => crypto.randomUUID()))).rejects.toMatchObject({
      field: "reviewers",
    });
    await expect(requestReview(as(viewer), { brandId, note: null, reviewers: [] })).rejects.toBeInstanceOf(Forbidden);
    const long = requestReview(as(author), { brandId, note: "x".repeat(501), reviewers: [] });
    await expect(long).rejects.toMatchObject({ field: "note" });
  });

  it("is withdrawn by its author, owners and admins", async () => {
    await save("Mine");
    const reviewId = await ask();
    await expect(withdrawReview(as(editor), { brandId, reviewId })).rejects.toBeInstanceOf(Forbidden);
    await withdrawReview(as(owner), { brandId, reviewId });
    await expect(withdrawReview(as(author), { brandId, reviewId })).rejects.toBeInstanceOf(NotFound);
    await withdrawReview(as(author), { brandId, reviewId: await ask() });
    expect(await readReview(as(author), { brandId })).toBeNull();
  });

  it.each([
    ["discarded", () => discardDraft(as(author), { brandId })],
    ["deleted with its editor", () => removeMember(as(owner), { brandId, userId: author.id })],
  ])("ends with a draft that is %s", async (_, happen) => {
    const { reviewId, revision } = await approved();
    await happen();
    expect(await openReviews()).toEqual([]);
    await expect(answer(owner, reviewId, revision)).rejects.toBeInstanceOf(NotFound);
  });

  it("is unavailable while the brand is archived", async () => {
    const { reviewId, revision } = await approved();
    const [brand] = await database.db.select().from(brands).where(eq(brands.id, brandId));
    await archiveBrand(as(owner), { brandId, typedName: brand?.name ?? "" });
    await expect(answer(owner, reviewId, revision)).rejects.toBeInstanceOf(NotFound);
    await expect(readReview(as(owner), { brandId })).rejects.toBeInstanceOf(NotFound);
    await expect(publish(revision)).rejects.toBeInstanceOf(NotFound);
  });
});
