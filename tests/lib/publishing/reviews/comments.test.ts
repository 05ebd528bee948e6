import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntries, drafts, reviewComments } from "@/db/schema";
import { listOwnNotices, runNoticeTick } from "@/lib/integrations/server";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import {
  addComment,
  answerReview,
  deleteComment,
  editComment,
  openDraft,
  readReview,
  readReviewedDraft,
  requestReview,
  resolveThread,
  saveDraft,
  withdrawReview,
} from "@/lib/publishing/server";
import { openTestDatabase } from "../../../support/database";
import { sampleDocument } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createUser, NOW, SYSTEM } from "../../../support/fixtures";

const database = openTestDatabase();

type Person = { id: string; name: string };
const PATH = "identity.brand.tagline";
const BASE = sampleDocument();
let brandId: string;
let reviewId: string;
let revision: number;
let owner: Person;
let author: Person;
let editor: Person;
let viewer: Person;

const as = (user: { id: string }, now = NOW) => context(database.db, actingUser(user), now);
const withTagline = (tagline: string) => ({
  ...BASE,
  identity: { ...BASE.identity, brand: { ...BASE.identity.brand, tagline } },
});
const ask = async (reviewers: string[] = []) =>
  (await requestReview(as(author), { brandId, note: null, reviewers })).reviewId;

beforeEach(async () => {
  const { db } = database;
  await db.delete(drafts);
  owner = await createUser(db, { name: "Olga" });
  author = await createUser(db, { name: "Ada" });
  editor = await createUser(db, { name: "Edda" });
  viewer = await createUser(db, { name: "Vera" });
  const members = { [owner.id]: "owner", [author.id]: "editor", [editor.id]: "editor", [viewer.id]: "viewer" } as const;
  brandId = (await createBrandFixture(db, { members, document: BASE })).id;
  ({ revision } = await saveDraft(as(author), {
    ...{ brandId, baseVersion: 1, revision: null },
    document: withTagline("Said better"),
  }));
  reviewId = await ask();
});

const say = (user: Person, text: string, path: string | null = PATH) =>
  addComment(as(user), { brandId, reviewId, path, text });
const resolve = (resolved: boolean, path: string | null = PATH) =>
  resolveThread(as(viewer), { brandId, reviewId, path, resolved });
const comments = async () => (await readReview(as(owner), { brandId }))?.comments ?? [];
const texts = async () => (await comments()).map(({ author: by, path, text }) => [by, path, text]);
const resolved = async (path: string | null = PATH) =>
  (await comments()).filter((comment) => comment.path === path).every(({ resolvedAt }) => resolvedAt !== null);

describe("the comments of a review", () => {
  it("can be written by each member on a field or the whole draft, and are logged without text", async () => {
    await say(viewer, "  Too long?  ");
    await say(author, "Shorter then");
    await say(owner, "Fine", null);
    expect(await texts()).toEqual([
      ["Vera", PATH, "Too long?"],
      ["Ada", PATH, "Shorter then"],
      ["Olga", null, "Fine"],
    ]);
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brandId));
    const said = entries.filter(({ action }) => action === "review.commented");
    expect(said.map(({ diff }) => diff)).toEqual([{ field: [null, PATH] }, { field: [null, PATH] }, null]);
  });

  it("are refused from strangers, and after the review has ended", async () => {
    await expect(say(await createUser(database.db), "Hello")).rejects.toBeInstanceOf(NotFound);
    await withdrawReview(as(author), { brandId, reviewId });
    await expect(say(owner, "Too late")).rejects.toThrow(/has ended/);
    await ask();
    await expect(say(owner, "To the one before")).rejects.toThrow(/has ended/);
  });

  it("need a text of up to 2,000 characters and a known field", async () => {
    await expect(say(owner, "  ")).rejects.toMatchObject({ field: "text" });
    await expect(say(owner, "x".repeat(2_001))).rejects.toMatchObject({ field: "text" });
    await say(owner, "x".repeat(2_000));
    await expect(say(owner, "Where?", "")).rejects.toBeInstanceOf(BadRequest);
    await expect(say(owner, "Where?", "p".repeat(301))).rejects.toBeInstanceOf(BadRequest);
  });

  const fill = (length: number, text: string) => {
    const row = { reviewId, userId: owner.id, text, createdAt: NOW };
    return database.db.insert(reviewComments).values(Array.from({ length }, () => ({ ...row, id: newId() })));
  };

  it("are at most 300", async () => {
    await fill(300, "Again");
    await expect(say(owner, "One more")).rejects.toThrow(/at most 300/);
    expect(await comments()).toHaveLength(300);
  });

  it("have at most 128 KB in total, counted in bytes", async () => {
    await fill(63, "ü".repeat(1_000));
    await say(editor, "x".repeat(2_000));
    await expect(say(owner, "ü".repeat(1_600))).rejects.toThrow(/128 KB of text/);
    const { id: commentId = "" } = (await comments()).find(({ text }) => text.startsWith("x")) ?? {};
    const key = { brandId, reviewId, commentId };
    await expect(editComment(as(editor), { ...key, text: "ü".repeat(2_000) })).resolves.toBeUndefined();
    await expect(editComment(as(editor), { ...key, text: "語".repeat(2_000) })).rejects.toThrow(/128 KB of text/);
    await fill(2, "ü".repeat(1_000));
    await expect(editComment(as(editor), { ...key, text: "語".repeat(1_334) })).rejects.toThrow(/128 KB of text/);
    await expect(editComment(as(editor), { ...key, text: "ü".repeat(1_999) })).resolves.toBeUndefined();
  });

  it("can only be changed and deleted by their authors", async () => {
    await say(editor, "Frist");
    const [comment] = await comments();
    const key = { brandId, reviewId, commentId: comment?.id ?? "" };
    await expect(editComment(as(owner), { ...key, text: "Mine now" })).rejects.toBeInstanceOf(NotFound);
    await expect(deleteComment(as(owner), key)).rejects.toBeInstanceOf(NotFound);
    await editComment(as(editor), { ...key, text: "First" });
    expect(await comments()).toMatchObject([{ text: "First", editedAt: NOW }]);
    await deleteComment(as(editor), key);
    expect(await comments()).toEqual([]);
  });

  it("are resolved together per field, and reopened by hand or by a new comment", async () => {
    await expect(resolve(true)).rejects.toBeInstanceOf(NotFound);
    await say(editor, "Why?");
    await say(author, "Because");
    await say(owner, "Nice", null);
    await resolve(true);
    expect([await resolved(), await resolved(null)]).toEqual([true, false]);
    await resolve(false);
    expect(await resolved()).toBe(false);
    await resolve(true);
    await say(editor, "And yet");
    expect(await resolved()).toBe(false);
  });
});

describe("the draft under review", () => {
  const FIRST = () => ({ brandId, offset: 0, path: null });
  it("is shown to each member by field, even if a commented field is unchanged again", async () => {
    const seen = await readReviewedDraft(as(viewer), FIRST());
    expect(seen?.comparison.shown).toMatchObject([{ path: PATH, diff: { after: "Said better" } }]);
    await saveDraft(as(author), { brandId, baseVersion: 1, revision, document: BASE });
    const later = await readReviewedDraft(as(viewer), FIRST());
    expect(later?.comparison.changed).toEqual([]);
    expect(later?.comparison.labels.get(PATH)).toBe("Brand · Tagline");
    expect(later?.comparison.labels.has("identity.brand.nothing")).toBe(false);
  });

  it("is hidden from strangers, and after the review has ended", async () => {
    await expect(readReviewedDraft(as(await createUser(database.db)), FIRST())).rejects.toBeInstanceOf(NotFound);
    await withdrawReview(as(author), { brandId, reviewId });
    expect(await readReviewedDraft(as(viewer), FIRST())).toBeNull();
  });
});

describe("review notifications", () => {
  const MINUTE = 60_000;
  const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);
  const tick = (minutes: number) =>
    runNoticeTick(context(database.db, SYSTEM, at(minutes), { clock: async () => at(minutes) }));
  const told = async (user: Person) => (await listOwnNotices(as(user, at(5)))).map(({ text }) => text);

  it("go to everybody who can approve, except the author", async () => {
    await tick(1);
    for (const user of [owner, editor]) expect(await told(user)).toEqual([expect.stringContaining("Ada requested")]);
    for (const user of [author, viewer]) expect(await told(user)).toEqual([]);
  });

  it("go only to the people asked by name, including viewers", async () => {
    await withdrawReview(as(author), { brandId, reviewId });
    await ask([viewer.id]);
    await tick(1);
    expect(await told(viewer)).toEqual([expect.stringContaining("Ada requested a review")]);
    for (const user of [owner, editor, author]) expect(await told(user)).toEqual([]);
  });

  it("tell the author each answer", async () => {
    await answerReview(as(editor), { brandId, reviewId, revision, answer: "approved" });
    await answerReview(as(owner), { brandId, reviewId, revision, answer: "changes_asked" });
    await tick(1);
    expect((await told(author)).toSorted()).toEqual([
      expect.stringContaining("Edda approved your draft"),
      expect.stringContaining("Olga requested changes to your draft"),
    ]);
  });

  it("tell the author and participants of a comment, except its writer", async () => {
    await say(viewer, "Too long?");
    await say(author, "Shorter then");
    await tick(1);
    expect(await told(author)).toEqual([expect.stringContaining("Vera wrote a comment")]);
    expect(await told(viewer)).toEqual([expect.stringContaining("Ada wrote a comment")]);
    expect((await told(editor)).filter((text) => text.includes("wrote"))).toEqual([]);
  });

  it("disappear after the review has ended", async () => {
    await say(viewer, "Too long?");
    await tick(1);
    await withdrawReview(as(author), { brandId, reviewId });
    for (const user of [owner, author, editor, viewer]) expect(await told(user)).toEqual([]);
  });
});

it("counts unresolved comments for the author and others", async () => {
  const open = async (person: Person) => (await openDraft(as(person), { brandId })).approvals.review?.openComments;
  expect(await open(author)).toBe(0);
  for (const path of [PATH, PATH, null]) await addComment(as(editor), { brandId, reviewId, path, text: "Too long?" });
  expect([await open(author), await open(viewer)]).toEqual([3, 3]);
  await resolveThread(as(author), { brandId, reviewId, path: PATH, resolved: true });
  expect(await open(author)).toBe(1);
});
