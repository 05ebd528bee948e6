import { beforeEach, describe, expect, it } from "vitest";
import { files } from "@/db/schema";
import { type BrandDocument, collectAssets, removeAssets, type StoredAsset, tagAssets } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { openDraft, publishDraft, saveDraft } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "../../support/database";
import { fileRef, sampleDocument } from "../../support/documents";
import { openWindow } from "../../support/draft-window";
import { actingUser, context, createBrandFixture, createUser, NOW } from "../../support/fixtures";

const database = openTestDatabase();

const asset = (name: string, at: number): StoredAsset => ({
  id: newId(),
  kind: "image",
  name,
  file: fileRef({ sha256: String(at).repeat(64) }),
});
let brandId: string;
let assets: StoredAsset[];
let at: () => Ctx;
let atOther: () => Ctx;
let elapsedMs = 0;

beforeEach(async () => {
  const { db } = database;
  const [editor, owner] = [await createUser(db), await createUser(db)];
  assets = ["Snow", "Frost", "Sand"].map(asset);
  const document = sampleDocument({ assets });
  brandId = (await createBrandFixture(db, { members: { [editor.id]: "editor", [owner.id]: "owner" }, document })).id;
  const rows = assets.map(({ file }) => ({ ...file, brandId, createdAt: NOW }));
  await db.insert(files).values(rows);
  const later = () => {
    elapsedMs += 1000;
    return new Date(NOW.getTime() + elapsedMs);
  };
  at = () => context(db, actingUser(editor), later());
  atOther = () => context(db, actingUser(owner), later());
});

type Change = (assets: readonly StoredAsset[], chosen: ReadonlySet<string>) => readonly StoredAsset[];
const doing =
  (change: Change, ...names: string[]) =>
  (document: BrandDocument): BrandDocument => {
    const chosen = new Set(assets.filter(({ name }) => names.includes(name)).map(({ id }) => id));
    return { ...document, assets: [...change(document.assets, chosen)] };
  };
const into =
  (collection: string): Change =>
  (list, chosen) =>
    collectAssets(list, chosen, collection);
const stored = async () => {
  const { document, revision, changes } = await openDraft(at(), { brandId });
  const said = document.assets.map(({ name, collection, tags = [] }) => [name, collection ?? "", ...tags].join(" "));
  return { said, revision, changes: changes.length };
};

describe("an action on several assets", () => {
  it("is one save and one revision of the draft", async () => {
    const { session, network } = await openWindow(at, brandId);
    session.update(doing(into("Winter"), "Snow", "Frost"));
    await session.flush();
    expect(network.calls).toEqual(["save"]);
    expect(await stored()).toEqual({ said: ["Snow Winter", "Frost Winter", "Sand "], revision: 1, changes: 2 });
  });

  it("keeps another window's changes to other assets", async () => {
    const [one, other] = [await openWindow(at, brandId), await openWindow(at, brandId)];
    one.session.update(doing((list, chosen) => tagAssets(list, chosen, ["dry"]), "Sand"));
    await one.session.flush();
    other.session.update(doing(into("Winter"), "Snow", "Frost"));
    expect(await other.session.flush()).toBe(true);
    expect((await stored()).said).toEqual(["Snow Winter", "Frost Winter", "Sand  dry"]);
  });

  it("restores an asset that another window removed, as the newer edit", async () => {
    const [one, other] = [await openWindow(at, brandId), await openWindow(at, brandId)];
    one.session.update(doing(removeAssets, "Frost"));
    await one.session.flush();
    other.session.update(doing(into("Winter"), "Snow", "Frost"));
    expect(await other.session.flush()).toBe(true);
    expect((await stored()).said).toEqual(["Snow Winter", "Sand ", "Frost Winter"]);
  });

  it("stays in the draft when another member publishes without an asset, until merged", async () => {
    const { session } = await openWindow(at, brandId);
    const theirs = await openDraft(atOther(), { brandId });
    const document = doing(removeAssets, "Frost")(theirs.document);
    const saved = await saveDraft(atOther(), { brandId, baseVersion: theirs.version, revision: null, document });
    session.update(doing(into("Winter"), "Snow", "Frost"));
    await session.flush();
    await publishDraft(atOther(), { brandId, revision: saved.revision, note: null });
    await session.refresh();
    expect(session.getView().status).toBe("conflict");
    expect((await stored()).said).toEqual(["Snow Winter", "Frost Winter", "Sand "]);
    const preview = await session.previewMerge();
    expect(preview.ok && preview.data.conflicts.map(({ path }) => path)).toEqual([`assets.${assets[1]?.id}`]);
  });
});
