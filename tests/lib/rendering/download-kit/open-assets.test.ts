import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { brands, files } from "@/db/schema";
import type { StoredAsset } from "@/lib/content";
import { storageKey } from "@/lib/content/server";
import { NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { openDraft, saveDraft } from "@/lib/publishing/server";
import { openAssets } from "@/lib/rendering/server";
import { openTestDatabase } from "../../../support/database";
import { fileRef, sampleDocument } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createUser, NOW } from "../../../support/fixtures";
import { memoryStorage } from "../../../support/memory-storage";

const database = openTestDatabase();

const asset = (name: string, text: string, values: Partial<StoredAsset> = {}): StoredAsset => ({
  id: newId(),
  kind: "document",
  name,
  file: fileRef({ sha256: createHash("sha256").update(text).digest("hex"), mime: "application/pdf" }),
  ...values,
});

async function scene() {
  const { db } = database;
  const assets = [
    asset("Snow", "one", { collection: "Winter / 2026" }),
    asset("snow", "two", { collection: "winter 2026" }),
    asset("../Con", "three"),
    asset("Lost", "of which no bytes are stored"),
    asset("Not wanted", "five"),
  ];
  const [editor, viewer, stranger] = [await createUser(db), await createUser(db), await createUser(db)];
  const members = { [editor.id]: "editor", [viewer.id]: "viewer" } as const;
  const brand = await createBrandFixture(db, { members, document: sampleDocument({ assets }) });
  const storage = memoryStorage();
  for (const [index, text] of ["one", "two", "three", "", "five"].entries()) {
    const file = assets[index]?.file;
    if (!file) continue;
    await db.insert(files).values({ ...file, brandId: brand.id, createdAt: NOW });
    if (!text) continue;
    await storage.put(storageKey(brand.id, file.sha256), Buffer.from(text), file.mime);
  }
  const as = ({ id }: { id: string }) => context(db, actingUser({ id }), NOW, { storage });
  const ids = (...some: number[]) => new Set(some.map((index) => assets[index]?.id ?? ""));
  return { brand, assets, as, editor, viewer, stranger, ids };
}

async function unzipped(stream: ReadableStream<Uint8Array>) {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  const entries = Object.entries(unzipSync(Buffer.concat(parts)));
  return Object.fromEntries(entries.map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
}

it("zips chosen assets by collection under distinct names, and names missing files", async () => {
  const { brand, as, viewer, ids } = await scene();
  const { fileName, stream } = await openAssets(as(viewer), { brandId: brand.id, assetIds: ids(0, 1, 2, 3) });
  expect(fileName).toBe(`${brand.slug}-assets-${NOW.toISOString().slice(0, 10)}.zip`);
  expect(await unzipped(stream)).toEqual({
    "winter-2026/snow.pdf": "one",
    "winter-2026/snow-2.pdf": "two",
    "con-file.pdf": "three",
    "README.txt": "Missing from this download\n- Asset Lost: its file is not stored any more.\n",
  });
});

it("reads the acting user's draft", async () => {
  const { brand, as, editor, viewer, ids } = await scene();
  const { document, version } = await openDraft(as(editor), { brandId: brand.id });
  const edited = { ...document, assets: document.assets.slice(1).map((one) => ({ ...one, collection: "Spring" })) };
  await saveDraft(as(editor), { brandId: brand.id, baseVersion: version, revision: null, document: edited });
  const assetIds = ids(0, 1);
  const own = await openAssets(as(editor), { brandId: brand.id, assetIds });
  expect(Object.keys(await unzipped(own.stream))).toEqual(["spring/snow.pdf"]);
  const live = await openAssets(as(viewer), { brandId: brand.id, assetIds });
  expect(Object.keys(await unzipped(live.stream))).toEqual(["winter-2026/snow.pdf", "winter-2026/snow-2.pdf"]);
});

it.each([
  ["a non-member", "stranger", 0],
  ["a member whose draft has none of them", "viewer", 99],
] as const)("answers %s with not found", async (_, who, index) => {
  const scened = await scene();
  const asked = openAssets(scened.as(scened[who]), { brandId: scened.brand.id, assetIds: scened.ids(index) });
  await expect(asked).rejects.toThrow(NotFound);
});

it("refuses an archived brand", async () => {
  const { brand, as, viewer, ids } = await scene();
  await database.db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, brand.id));
  await expect(openAssets(as(viewer), { brandId: brand.id, assetIds: ids(0) })).rejects.toThrow(NotFound);
});
