import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { brands, draftPresences, memberships, sessions } from "@/db/schema";
import { issueSession, revokeAllSessions } from "@/lib/access/server";
import type { Role } from "@/lib/contract";
import { Forbidden, NotFound, RateLimited } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { EditingPage, LiveBrand } from "@/lib/publishing";
import {
  addComment,
  answerReview,
  deleteComment,
  dropPresences,
  editComment,
  LiveBrands,
  publishDraft,
  readReview,
  readReviewMark,
  requestReview,
  resolveThread,
  runPublishTick,
  saveDraft,
  schedulePublish,
  watchBrand,
  withdrawReview,
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
let now: Date;
let opened: LiveBrands[];
beforeEach(() => {
  now = NOW;
  opened = [];
  return async () => {
    await Promise.all(opened.map((live) => live.close()));
  };
});

/** Another process on the same database. */
function process(): LiveBrands {
  const onError = (error: unknown) => {
    throw error;
  };
  const live = new LiveBrands(database.db, { clock: async () => now, onError, pollEveryMs: 10, leaveAfterMs: 30 });
  opened.push(live);
  return live;
}

async function setUp() {
  const { db } = database;
  const [ada, edda, vera] = await Promise.all(["Ada", "Edda", "Vera"].map((name) => createUser(db, { name })));
  if (!ada || !edda || !vera) throw new Error("nobody was made");
  const members: Record<string, Role> = { [ada.id]: "owner", [edda.id]: "editor", [vera.id]: "viewer" };
  const brand = await createBrandFixture(db, { members, document: sampleDocument() });
  const open = async (live: LiveBrands, who: { id: string }, page: EditingPage | null, once = false) => {
    const states: LiveBrand[] = [];
    const ended = vi.fn();
    const watch = { brandId: brand.id, page, onState: (state: LiveBrand) => states.push(state), onEnd: ended, once };
    const { sid } = await issueSession(context(db, ANONYMOUS), { userId: who.id, source: { kind: "browser" } });
    const close = await watchBrand(context(db, signedInUser(who, { sid }), NOW, { live }), watch);
    return { sid, states, ended, close, last: () => states.at(-1) };
  };
  return { db, brand, ada, edda, vera, open };
}

const publish = async (user: { id: string }, brandId: string, baseVersion: number) => {
  const ctx = context(database.db, actingUser(user));
  const base = sampleDocument();
  const tagline = `Line over ${baseVersion}`;
  const document = { ...base, identity: { ...base.identity, brand: { ...base.identity.brand, tagline } } };
  const { revision } = await saveDraft(ctx, { brandId, baseVersion, revision: null, document });
  await publishDraft(ctx, { brandId, revision, note: null });
};

describe("an open page of a brand", () => {
  it("is sent each change of the brand's review, and its end", async () => {
    const { db, brand, ada, edda, vera, open } = await setUp();
    const page = await open(process(), vera, null);
    await expect.poll(page.last).toMatchObject({ review: null });
    const at = (user: { id: string }, seconds: number) =>
      context(db, actingUser(user), new Date(NOW.getTime() + seconds * 1000));
    const brandId = brand.id;
    const draft = { brandId, baseVersion: 1, document: sampleDocument() };
    const { revision } = await saveDraft(at(edda, 1), { ...draft, revision: null });
    const seen = new Set<string | null | undefined>([null]);
    const moves = async (act: () => Promise<unknown>) => {
      await act();
      await expect.poll(() => seen.has(page.last()?.review)).toBe(false);
      seen.add(page.last()?.review);
      // The page reads the state that it was sent.
      expect(await readReviewMark(at(vera, 0), { brandId })).toBe(page.last()?.review);
    };
    let reviewId = "";
    await moves(async () => {
      ({ reviewId } = await requestReview(at(edda, 2), { brandId, note: null, reviewers: [] }));
    });
    await moves(() => requestReview(at(edda, 3), { brandId, note: "Look", reviewers: [ada.id] }));
    const thread = { brandId, reviewId, path: null };
    await moves(() => addComment(at(vera, 4), { ...thread, text: "One" }));
    await moves(() => addComment(at(vera, 5), { ...thread, text: "Two" }));
    const comments = (await readReview(at(vera, 5), { brandId }))?.comments ?? [];
    const [first, second] = comments.map(({ id }) => ({ brandId, reviewId, commentId: id }));
    if (!first || !second) throw new Error("nothing was said");
    await moves(() => editComment(at(vera, 6), { ...first, text: "One, then" }));
    await moves(() => deleteComment(at(vera, 7), second));
    await moves(() => resolveThread(at(ada, 8), { ...thread, resolved: true }));
    await moves(() => answerReview(at(ada, 9), { brandId, reviewId, revision, answer: "changes_asked" }));
    await moves(() => answerReview(at(ada, 10), { brandId, reviewId, revision, answer: "approved" }));
    await moves(() => saveDraft(at(edda, 11), { ...draft, revision }));
    await withdrawReview(at(edda, 12), { brandId, reviewId });
    await expect.poll(page.last).toMatchObject({ review: null });
    await expect(readReviewMark(at(await createUser(db), 0), { brandId })).rejects.toThrow(NotFound);
  });

  it("is sent the live version and the next one, with its publisher", async () => {
    const { brand, ada, vera, edda, open } = await setUp();
    const page = await open(process(), vera, null);
    await expect.poll(page.last).toMatchObject({ version: 1 });
    await publish(ada, brand.id, 1);
    await expect.poll(page.last).toMatchObject({ version: 2, publishedBy: "Ada", byYou: false });
    await publish(edda, brand.id, 2);
    await expect.poll(page.last).toMatchObject({ version: 3, publishedBy: "Edda" });
    expect(page.states).toHaveLength(3);
    const own = await open(process(), edda, null);
    await expect.poll(own.last).toMatchObject({ version: 3, byYou: true });
  });

  it("marks a version published by schedule, and not a later manual one", async () => {
    const { db, brand, ada, edda, open } = await setUp();
    const brandId = brand.id;
    const base = sampleDocument();
    const document = { ...base, identity: { ...base.identity, brand: { ...base.identity.brand, tagline: "In time" } } };
    const page = await open(process(), ada, null);
    const ctx = context(db, actingUser(edda));
    const { revision } = await saveDraft(ctx, { brandId, baseVersion: 1, revision: null, document });
    const when = { date: "2026-03-16", time: "09:00", zone: "Europe/Berlin", second: false };
    await schedulePublish(ctx, { brandId, revision, note: null, ...when });
    const due = new Date("2026-03-16T08:00:00.000Z");
    await runPublishTick(context(db, SYSTEM, due, { clock: async () => due }));
    await expect.poll(page.last).toMatchObject({ version: 2, publishedBy: "Edda", byYou: false, scheduled: true });
    await publish(edda, brandId, 2);
    await expect.poll(page.last).toMatchObject({ version: 3, scheduled: false });
  });

  it("is sent the other editors with page and time, across processes", async () => {
    const { brand, ada, edda, open } = await setUp();
    const [one, other] = [process(), process()];
    const page = await open(one, ada, "identity");
    const theirs = await open(other, edda, "palette");
    const seen = { userId: edda.id, name: "Edda", page: "palette", sinceMs: NOW.getTime() };
    await expect.poll(page.last).toMatchObject({ editing: [seen] });
    await expect.poll(theirs.last).toMatchObject({ editing: [{ userId: ada.id, page: "identity" }] });

    now = new Date(NOW.getTime() + 20_000);
    theirs.close();
    const moved = await open(other, edda, "logos");
    await expect.poll(page.last).toMatchObject({ editing: [{ ...seen, page: "logos" }] });
    moved.close();
    await open(other, edda, null);
    await expect.poll(page.last).toMatchObject({ editing: [] });
    const rows = await database.db.select().from(draftPresences).where(eq(draftPresences.brandId, brand.id));
    expect(rows.map(({ userId }) => userId)).toEqual([ada.id]);
  });

  it("counts a person once across windows, and omits them from their own list", async () => {
    const { ada, edda, open } = await setUp();
    const live = process();
    const page = await open(live, ada, "identity");
    const first = await open(live, edda, "palette");
    const second = await open(live, edda, "palette");
    await expect.poll(() => page.last()?.editing.map(({ name }) => name)).toEqual(["Edda"]);
    await expect.poll(() => second.last()?.editing.map(({ name }) => name)).toEqual(["Ada"]);
    first.close();
    await new Promise((later) => setTimeout(later, 80));
    expect(page.last()?.editing).toHaveLength(1);
  });

  it("lists no editors to viewers, and no viewers", async () => {
    const { ada, vera, open } = await setUp();
    const live = process();
    const page = await open(live, ada, "identity");
    const looking = await open(live, vera, "identity");
    await expect.poll(looking.last).toMatchObject({ version: 1, editing: [] });
    await new Promise((later) => setTimeout(later, 40));
    expect(page.last()?.editing).toEqual([]);
    expect(looking.last()?.editing).toEqual([]);
  });

  it("drops people who are gone, and the tick deletes their rows", async () => {
    const { db, brand, ada, edda, open } = await setUp();
    const gone = new Date(NOW.getTime() - 71_000);
    const row = { brandId: brand.id, userId: edda.id, page: "palette" as const, since: gone, seenAt: gone };
    await db.insert(draftPresences).values(row);
    const page = await open(process(), ada, "identity");
    await expect.poll(page.last).toMatchObject({ editing: [] });
    const ctx = context(db, SYSTEM, NOW, { clock: async () => new Date(NOW.getTime() + 9 * 60_000) });
    expect(await dropPresences(ctx)).toEqual({ rows: 1 });
    await expect(dropPresences(context(db, actingUser(ada)))).rejects.toBeInstanceOf(Forbidden);
  });

  it("ends for former members and for an archived brand", async () => {
    const { db, brand, ada, edda, open } = await setUp();
    const live = process();
    const [page, theirs] = [await open(live, ada, "identity"), await open(live, edda, "identity")];
    await expect.poll(() => theirs.states.length).toBeGreaterThan(0);
    await db.delete(memberships).where(eq(memberships.userId, edda.id));
    await expect.poll(() => theirs.ended.mock.calls.length).toBe(1);
    await expect.poll(page.last).toMatchObject({ editing: [] });
    expect(page.ended).not.toHaveBeenCalled();
    await db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, brand.id));
    await expect.poll(() => page.ended.mock.calls.length).toBe(1);
  });

  it.each<[string, (page: { sid: string; brandId: string; userId: string }) => Promise<unknown>]>([
    ["signed out everywhere", ({ userId }) => revokeAllSessions(context(database.db, actingUser({ id: userId })))],
    [
      "expired",
      async () => {
        now = new Date(NOW.getTime() + 31 * 24 * 60 * 60_000);
      },
    ],
    [
      "too weak for a new two-factor rule",
      ({ brandId }) => database.db.update(brands).set({ membersNeedTwoFactor: true }).where(eq(brands.id, brandId)),
    ],
    ["gone", ({ sid }) => database.db.delete(sessions).where(eq(sessions.id, sid))],
  ])("ends once its session is %s", async (_, end) => {
    const { brand, edda, open } = await setUp();
    const page = await open(process(), edda, "identity");
    await expect.poll(() => page.states.length).toBeGreaterThan(0);
    await end({ sid: page.sid, brandId: brand.id, userId: edda.id });
    await expect.poll(() => page.ended.mock.calls.length).toBe(1);
  });

  it("stays open in a strong session when two-factor sign-in becomes required", async () => {
    const { db, brand, ada, edda, open } = await setUp();
    const live = process();
    const [strong, weak] = [await open(live, ada, null), await open(live, edda, null)];
    await db.update(sessions).set({ strong: true }).where(eq(sessions.id, strong.sid));
    await db.update(brands).set({ membersNeedTwoFactor: true }).where(eq(brands.id, brand.id));
    await expect.poll(() => weak.ended.mock.calls.length).toBe(1);
    expect(strong.ended).not.toHaveBeenCalled();
  });

  it("refuses more than 20 pages per person, without affecting others", async () => {
    const { ada, edda, open } = await setUp();
    const live = process();
    const pages = await Promise.all(Array.from({ length: 20 }, () => open(live, edda, null)));
    await expect(open(live, edda, null)).rejects.toBeInstanceOf(RateLimited);
    await open(live, ada, null);
    pages[0]?.close();
    await open(live, edda, null);
  });

  it("refuses strangers", async () => {
    const { db, brand } = await setUp();
    const stranger = context(db, signedInUser(await createUser(db), { sid: newId() }), NOW, { live: process() });
    const watch = { brandId: brand.id, page: null, onState: () => {}, onEnd: () => {} };
    await expect(watchBrand(stranger, watch)).rejects.toBeInstanceOf(NotFound);
  });

  it("gets one state and keeps its presence if nothing can be kept open", async () => {
    const { ada, edda, open } = await setUp();
    const live = process();
    const asked = await open(live, edda, "palette", true);
    await expect.poll(() => asked.ended.mock.calls.length).toBe(1);
    expect(asked.states).toHaveLength(1);
    const page = await open(process(), ada, "identity");
    await expect.poll(page.last).toMatchObject({ editing: [{ name: "Edda" }] });
  });

  it("ends with its process", async () => {
    const { ada, open } = await setUp();
    const live = process();
    const page = await open(live, ada, "identity");
    await live.close();
    expect(page.ended).toHaveBeenCalledOnce();
    const late = await open(live, ada, "identity");
    expect(late.ended).toHaveBeenCalledOnce();
  });

  it("costs three statements a poll, however many are open", async () => {
    const { db, ada, vera, edda, open } = await setUp();
    const statements: string[] = [];
    const counting = new Proxy(db, {
      get(target, key) {
        const value = Reflect.get(target, key);
        if (key !== "select") return typeof value === "function" ? value.bind(target) : value;
        return (...args: unknown[]) => {
          statements.push(String(key));
          return value.apply(target, args);
        };
      },
    });
    const live = new LiveBrands(counting, { clock: async () => now, onError: () => {}, pollEveryMs: 60_000 });
    opened.push(live);
    const pages = await Promise.all(
      Array.from({ length: 60 }, (_, index) => open(live, [ada, edda, vera][index % 3] ?? ada, null)),
    );
    await expect.poll(() => pages.every(({ states }) => states.length === 1)).toBe(true);
    expect(statements).toHaveLength(3);
  });
});
