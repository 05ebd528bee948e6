import { beforeEach, describe, expect, it } from "vitest";
import type { BrandDocument } from "@/lib/content";
import { openDraft, publishDraft, saveDraft } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "../../support/database";
import { paletteEntry, sampleDocument } from "../../support/documents";
import { fakeBrowser, openWindow } from "../../support/draft-window";
import { actingUser, context, createBrandFixture, createUser, NOW } from "../../support/fixtures";

const database = openTestDatabase();

let brandId: string;
let at: () => Ctx;
let atOther: () => Ctx;
let elapsedMs = 0;

beforeEach(async () => {
  const { db } = database;
  const [editor, owner] = [await createUser(db), await createUser(db, { name: "Olive Owner" })];
  const palette = [paletteEntry({ locked: true })];
  const document = sampleDocument({ colors: { source: "manual", seed: null, palette } });
  brandId = (await createBrandFixture(db, { members: { [editor.id]: "editor", [owner.id]: "owner" }, document })).id;
  const later = () => {
    elapsedMs += 1000;
    return new Date(NOW.getTime() + elapsedMs);
  };
  at = () => context(db, actingUser(editor), later());
  atOther = () => context(db, actingUser(owner), later());
});

type Brand = BrandDocument["identity"]["brand"];
const withBrand =
  (brand: Brand) =>
  (document: BrandDocument): BrandDocument => ({
    ...document,
    identity: { ...document.identity, brand: { ...document.identity.brand, ...brand } },
  });
const stored = async () => (await openDraft(at(), { brandId })).document.identity.brand;

async function publishElsewhere(brand: Brand) {
  const { document, version, revision } = await openDraft(atOther(), { brandId });
  const saved = await saveDraft(atOther(), {
    brandId,
    baseVersion: version,
    revision,
    document: withBrand(brand)(document),
  });
  await publishDraft(atOther(), { brandId, revision: saved.revision, note: null });
}

describe("a draft session", () => {
  it("shows an edit at once and saves it after a pause", async () => {
    const { session, network, browser } = await openWindow(at, brandId);
    session.update(withBrand({ tagline: "One" }));
    expect(session.getView()).toMatchObject({ status: "unsaved", state: { revision: null } });
    expect(session.getView().state.document.identity.brand.tagline).toBe("One");
    session.update(withBrand({ tagline: "Two" }));
    expect(network.calls).toEqual([]);
    expect(browser.waiting()).toEqual([800, 5000]);
    await session.flush();
    expect(session.getView()).toMatchObject({ status: "saved", state: { revision: 1, changes: [{ after: "Two" }] } });
    expect(network.calls).toEqual(["save"]);
    expect(browser.waiting()).toEqual([]);
  });

  it("runs one save at a time, then sends later edits", async () => {
    const { session, network } = await openWindow(at, brandId);
    session.update(withBrand({ tagline: "One" }));
    const release = network.hold();
    const first = session.flush();
    session.update(withBrand({ tagline: "Two" }));
    const second = session.flush();
    release();
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(network.calls).toEqual(["save", "save"]);
    expect(await stored()).toMatchObject({ tagline: "Two" });
    expect(session.getView()).toMatchObject({ status: "saved", state: { revision: 2 } });
  });

  it("keeps edits locally while offline, retries with growing delays and saves once online", async () => {
    const { session, network, browser } = await openWindow(at, brandId);
    network.online = false;
    session.update(withBrand({ tagline: "In a tunnel" }));
    expect(await session.flush()).toBe(false);
    expect(session.getView()).toMatchObject({ status: "offline", kept: true });
    expect(browser.kept.size).toBe(1);
    expect(browser.waiting()).toEqual([2000]);
    await session.flush();
    expect(browser.waiting()).toEqual([4000]);
    network.online = true;
    expect(await session.flush()).toBe(true);
    expect(session.getView()).toMatchObject({ status: "saved", problem: null });
    expect(browser.kept.size).toBe(0);
  });

  it("doesn't claim to keep edits where the browser forbids storage", async () => {
    const browser = fakeBrowser();
    const full = { ...browser.window(), storage: null };
    const { session, network } = await openWindow(at, brandId, { ...browser, window: () => full });
    network.online = false;
    session.update(withBrand({ tagline: "In a tunnel" }));
    await session.flush();
    expect(session.getView()).toMatchObject({ status: "offline", kept: false });
  });

  it("restores stored edits in a new window", async () => {
    const browser = fakeBrowser();
    const lost = await openWindow(at, brandId, browser);
    lost.network.online = false;
    lost.session.update(withBrand({ tagline: "In a tunnel" }));
    await lost.session.flush();
    const { session } = await openWindow(at, brandId, browser);
    session.restoreKept();
    expect(session.getView()).toMatchObject({ restored: true });
    expect(await session.flush()).toBe(true);
    expect(await stored()).toMatchObject({ tagline: "In a tunnel" });
    expect(browser.kept.size).toBe(0);
  });

  it("merges stored edits with a draft changed elsewhere", async () => {
    const browser = fakeBrowser();
    const lost = await openWindow(at, brandId, browser);
    lost.network.online = false;
    lost.session.update(withBrand({ tagline: "In a tunnel" }));
    await lost.session.flush();
    const desk = await openWindow(at, brandId);
    desk.session.update(withBrand({ mission: "At my desk" }));
    await desk.session.flush();
    const { session } = await openWindow(at, brandId, browser);
    session.restoreKept();
    await session.flush();
    expect(session.getView().state.document.identity.brand).toMatchObject({
      tagline: "In a tunnel",
      mission: "At my desk",
    });
    expect(await stored()).toMatchObject({ tagline: "In a tunnel", mission: "At my desk" });
  });

  it("merges the edits of two windows by field", async () => {
    const first = await openWindow(at, brandId);
    const second = await openWindow(at, brandId);
    first.session.update(withBrand({ mission: "First" }));
    second.session.update(withBrand({ vision: "Second" }));
    await first.session.flush();
    expect(await second.session.flush()).toBe(true);
    expect(second.network.calls).toEqual(["save", "merge"]);
    expect(await stored()).toMatchObject({ mission: "First", vision: "Second" });
    expect(second.session.getView().state.document.identity.brand.mission).toBe("First");
  });

  it("keeps edits typed during a merge of two windows", async () => {
    const first = await openWindow(at, brandId);
    const second = await openWindow(at, brandId);
    first.session.update(withBrand({ mission: "First" }));
    await first.session.flush();
    second.session.update(withBrand({ vision: "Second" }));
    const release = second.network.hold();
    const joining = second.session.flush();
    second.session.update(withBrand({ promise: "Typed meanwhile" }));
    release();
    await joining;
    await second.session.flush();
    expect(await stored()).toMatchObject({ mission: "First", vision: "Second", promise: "Typed meanwhile" });
    expect(second.session.getView().status).toBe("saved");
  });

  it("updates other windows of the browser that have no edits", async () => {
    const browser = fakeBrowser();
    const first = await openWindow(at, brandId, browser);
    const second = await openWindow(at, brandId, browser);
    const followed = new Promise<void>((resolve) => {
      second.session.subscribe(resolve);
    });
    first.session.update(withBrand({ mission: "First" }));
    await first.session.flush();
    await followed;
    expect(second.session.getView().state).toMatchObject({ revision: 1 });
    expect(second.session.getView().state.document.identity.brand.mission).toBe("First");
  });

  it("reports at a save who published what, and keeps the draft", async () => {
    const { session } = await openWindow(at, brandId);
    session.update(withBrand({ tagline: "Mine" }));
    await session.flush();
    await publishElsewhere({ tagline: "Theirs" });
    session.update(withBrand({ mission: "Mine too" }));
    await session.flush();
    const { status, state } = session.getView();
    expect(status).toBe("conflict");
    expect(state).toMatchObject({ version: 2, baseVersion: 1, publishedSince: [{ author: "Olive Owner" }] });
    expect(state.document.identity.brand).toMatchObject({ tagline: "Mine", mission: "Mine too" });
  });

  it("keeps a first edit on an older version for merging", async () => {
    const { session } = await openWindow(at, brandId);
    await publishElsewhere({ tagline: "Theirs" });
    session.update(withBrand({ tagline: "Mine" }));
    expect(await session.flush()).toBe(true);
    expect(session.getView()).toMatchObject({ status: "conflict", state: { version: 2, baseVersion: 1 } });

    expect(await session.publish("")).toMatchObject({ ok: false, stale: true });
    const preview = await session.previewMerge();
    if (!preview.ok) throw new Error(preview.message);
    expect(preview.data.conflicts).toMatchObject([{ mine: "Mine", theirs: "Theirs" }]);
    await session.merge(preview.data.revision, { "identity.brand.tagline": "mine" });
    expect(session.getView()).toMatchObject({ status: "saved", state: { baseVersion: 2 } });
    expect(await session.publish("Merged")).toMatchObject({ ok: true, data: { version: 3, changed: true } });
    expect(session.getView()).toMatchObject({ status: "saved", state: { version: 3, revision: null, changes: [] } });
  });

  it("names the field that breaks a rule, keeps it locally and saves once fixed", async () => {
    const { session, browser } = await openWindow(at, brandId);
    session.update(withBrand({ tagline: "x".repeat(2001) }));
    expect(await session.flush()).toBe(false);
    expect(session.getView().status).toBe("error");
    expect(Object.keys(session.getView().fieldErrors)).toEqual(["identity.brand.tagline"]);
    expect([browser.kept.size, browser.waiting()]).toEqual([1, []]);
    expect(await session.publish("")).toMatchObject({ ok: false, stale: false });
    session.update(withBrand({ tagline: "Short" }));
    expect(await session.flush()).toBe(true);
    expect(session.getView()).toMatchObject({ status: "saved", fieldErrors: {}, problem: null });
  });

  it("publishes the last edit and continues from the live version", async () => {
    const { session } = await openWindow(at, brandId);
    session.update(withBrand({ tagline: "At the last moment" }));
    expect(await session.publish("Now")).toMatchObject({ ok: true, data: { version: 2, changed: true } });
    const { state } = session.getView();
    expect(state).toMatchObject({ version: 2, baseVersion: 2, revision: null, changes: [] });
    expect(state.published.identity.brand.tagline).toBe("At the last moment");
    session.update(withBrand({ tagline: "Next" }));
    expect(await session.flush()).toBe(true);
    expect(session.getView().state).toMatchObject({ revision: 1, baseVersion: 2 });
  });

  it("discards a draft with its unsaved edits", async () => {
    const { session, browser } = await openWindow(at, brandId);
    session.update(withBrand({ tagline: "Saved" }));
    await session.flush();
    session.update(withBrand({ tagline: "Not saved" }));
    expect(await session.discard()).toMatchObject({ ok: true });
    expect(session.getView()).toMatchObject({ status: "saved", state: { revision: null, changes: [] } });
    expect(session.getView().state.document.identity.brand.tagline).toBe("Made to be mended");
    expect([session.dirty, browser.kept.size, browser.waiting()]).toEqual([false, 0, []]);
  });

  it("keeps a draft that could not be discarded", async () => {
    const { session, network, browser } = await openWindow(at, brandId);
    session.update(withBrand({ tagline: "Mine" }));
    network.online = false;
    expect(await session.discard()).toMatchObject({ ok: false });
    network.online = true;
    browser.elapse();
    await session.flush();
    expect(await stored()).toMatchObject({ tagline: "Mine" });
  });

  it("adopts a server-rendered draft only when it is newer and nothing is unsaved", async () => {
    const { session } = await openWindow(at, brandId);
    const older = await openDraft(at(), { brandId });
    session.update(withBrand({ tagline: "Mine" }));
    await session.flush();
    session.offer(older);
    expect(session.getView().state.revision).toBe(1);
    await publishElsewhere({ mission: "Theirs" });
    const newer = await openDraft(at(), { brandId });
    session.update(withBrand({ tagline: "Mine again" }));
    session.offer(newer);
    expect(session.getView().state.version).toBe(1);
    await session.flush();
    session.offer(await openDraft(at(), { brandId }));
    expect(session.getView().state.version).toBe(2);
  });

  it("shares unchanged parts with the published document, so a page holds them once", async () => {
    const { session } = await openWindow(at, brandId);
    session.update(withBrand({ tagline: "Mine" }));
    await session.flush();
    const { document, published } = await openDraft(at(), { brandId });
    expect(published.identity).not.toEqual(document.identity);
    expect(published.colors).toBe(document.colors);
  });
});
