import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntries, subscriptions } from "@/db/schema";
import type { BrandDocument } from "@/lib/content";
import type { Role } from "@/lib/contract";
import { Forbidden } from "@/lib/platform/errors";
import { discardDraft, mergeDraft, openEditor, previewRebase, publishDraft, saveDraft } from "@/lib/publishing/server";
import { openTestDatabase } from "../../../support/database";
import { paletteEntry, sampleDocument } from "../../../support/documents";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
} from "../../../support/fixtures";

const database = openTestDatabase();

const published: BrandDocument = sampleDocument({
  colors: { source: "manual", seed: null, palette: [paletteEntry({ locked: true })] },
});
let brandId: string;
let editor: ReturnType<typeof context>;
let owner: ReturnType<typeof context>;
let viewer: ReturnType<typeof context>;

beforeEach(async () => {
  const { db } = database;
  const people = await Promise.all([createUser(db), createUser(db, { name: "Olive Owner" }), createUser(db)]);
  const roles = ["editor", "owner", "viewer"] as const;
  const members = Object.fromEntries(people.map((user, index): [string, Role] => [user.id, roles[index] ?? "viewer"]));
  brandId = (await createBrandFixture(db, { members, document: published })).id;
  [editor, owner, viewer] = people.map((user) => context(db, actingUser(user))) as [
    typeof editor,
    typeof owner,
    typeof viewer,
  ];
});

const withBrand = (brand: BrandDocument["identity"]["brand"]): BrandDocument => ({
  ...published,
  identity: { ...published.identity, brand: { ...published.identity.brand, ...brand } },
});
const save = (ctx: typeof editor, document: BrandDocument, revision: number | null = null, baseVersion = 1) =>
  saveDraft(ctx, { brandId, baseVersion, revision, document });

async function publishAsOwner(document: BrandDocument) {
  const { revision } = await save(owner, document);
  return publishDraft(owner, { brandId, revision, note: "Owner's words" });
}

describe("mergeDraft", () => {
  it("merges edits of another window into the draft by field", async () => {
    await save(editor, withBrand({ tagline: "Here", mission: "From the first window" }));
    await mergeDraft(editor, {
      brandId,
      baseVersion: 1,
      document: withBrand({ tagline: "There", vision: "From the second" }),
    });
    const state = await openEditor(editor, { brandId });
    expect(state.document.identity.brand).toMatchObject({
      tagline: "There",
      mission: "From the first window",
      vision: "From the second",
    });
    expect(state.revision).toBe(2);
  });

  it("keeps edits of an old version for a later merge", async () => {
    await publishAsOwner(withBrand({ tagline: "Theirs" }));
    await mergeDraft(editor, { brandId, baseVersion: 1, document: withBrand({ tagline: "Mine" }) });
    const state = await openEditor(editor, { brandId });
    expect(state).toMatchObject({ version: 2, baseVersion: 1, revision: 1 });
    expect(state.changedSince.map((change) => change.path)).toEqual(["identity.brand.tagline"]);
    expect(state.publishedSince).toMatchObject([{ version: 2, author: "Olive Owner", note: "Owner's words" }]);
    const { conflicts } = await previewRebase(editor, { brandId });
    expect(conflicts).toMatchObject([{ path: "identity.brand.tagline", mine: "Mine", theirs: "Theirs" }]);
  });

  it("enforces the permissions to edit and to change locked colours", async () => {
    const unlocked = { ...published, colors: { ...published.colors, palette: [] } };
    await expect(mergeDraft(viewer, { brandId, baseVersion: 1, document: published })).rejects.toBeInstanceOf(
      Forbidden,
    );
    await expect(mergeDraft(editor, { brandId, baseVersion: 1, document: unlocked })).rejects.toBeInstanceOf(Forbidden);
    await save(editor, withBrand({ tagline: "Mine" }));
    await expect(mergeDraft(editor, { brandId, baseVersion: 1, document: unlocked })).rejects.toBeInstanceOf(Forbidden);
    await expect(mergeDraft(owner, { brandId, baseVersion: 1, document: unlocked })).resolves.toBeUndefined();
  });
});

describe("a draft's changes", () => {
  it("ignore what publishing drops: blank lines, empty entries, surrounding spaces", async () => {
    const blank = withBrand({ tagline: " Made to be mended ", tags: [""], audiences: [{}], vision: "" });
    const saved = await save(editor, blank);
    expect(saved).toMatchObject({ changes: [], version: 1 });
    expect((await openEditor(editor, { brandId })).changes).toEqual([]);
  });

  it("come with the current version, so that a save reveals a newer one", async () => {
    const { revision } = await save(editor, withBrand({ tagline: "Mine" }));
    await publishAsOwner(withBrand({ mission: "Theirs" }));
    expect(await save(editor, withBrand({ tagline: "Mine again" }), revision)).toMatchObject({
      version: 2,
      revision: 2,
    });
  });
});

describe("discardDraft", () => {
  it("deletes the draft once and logs its changes", async () => {
    await save(editor, withBrand({ tagline: "Never mind" }));
    expect(await discardDraft(editor, { brandId })).toBe(true);
    expect(await discardDraft(editor, { brandId })).toBe(false);
    expect((await openEditor(editor, { brandId })).revision).toBeNull();
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brandId));
    expect(entries).toMatchObject([
      { action: "draft.discarded", diff: { "Brand · Tagline": ["Made to be mended", "Never mind"] } },
    ]);
  });
});

describe("a published version", () => {
  it("reports the number of tools notified, without disabled ones", async () => {
    const { db } = database;
    for (const enabled of [true, true, false]) {
      const tool = await createTool(db);
      await entitle(db, brandId, tool.slug);
      const webhookUrl = "https://tool.example.com/hook";
      const off = enabled ? {} : { disabledReason: "gone" as const, disabledAt: NOW };
      await db
        .insert(subscriptions)
        .values({ brandId, toolSlug: tool.slug, webhookUrl, enabled, ...off, createdAt: NOW });
    }
    expect(await publishAsOwner(withBrand({ tagline: "Told" }))).toMatchObject({ toolsNotified: 2 });
  });
});
