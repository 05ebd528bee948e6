import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { files } from "@/db/schema";
import { archiveBrand, restoreBrand } from "@/lib/brands/server";
import {
  addAsset,
  changeAsset,
  collectAssets,
  removeAsset,
  removeAssets,
  type StoredAsset,
  tagAssets,
  untagAssets,
} from "@/lib/content";
import { signFiles, storageKey, storeUpload } from "@/lib/content/server";
import type { Role } from "@/lib/contract";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { openDraft, saveDraft } from "@/lib/publishing/server";
import { openAssets } from "@/lib/rendering/server";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "../../../support/database";
import { fileRef, sampleDocument } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createUser, NOW } from "../../../support/fixtures";
import { memoryStorage } from "../../../support/memory-storage";

const database = openTestDatabase();

const SHA256 = createHash("sha256").update("a page").digest("hex");
const FILE = fileRef({ sha256: SHA256, mime: "application/pdf" });
const asset = (name: string, file = FILE): StoredAsset => ({
  id: newId(),
  kind: "document",
  name,
  file,
  tags: ["kept"],
});

async function scene(role: Role) {
  const { db } = database;
  const [member, owner] = [await createUser(db), await createUser(db)];
  const file = { ...FILE, id: newId() };
  const assets = ["Snow", "Ice", "Thaw"].map((name) => asset(name, file));
  const members = { [owner.id]: "owner", [member.id]: role } as const;
  const brand = await createBrandFixture(db, { members, document: sampleDocument({ assets }) });
  const storage = memoryStorage();
  await db.insert(files).values({ ...file, brandId: brand.id, createdAt: NOW });
  await storage.put(storageKey(brand.id, SHA256), Buffer.from("a page"), "application/pdf");
  const as = ({ id }: { id: string }): Ctx => context(db, actingUser({ id }), NOW, { storage });
  return { brand, assets, member: as(member), owner: as(owner) };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const edits: Record<string, (assets: readonly StoredAsset[], some: ReadonlySet<string>) => readonly StoredAsset[]> = {
  "add one": (assets) => addAsset(assets, asset("Frost", assets[0]?.file)),
  "rename one": (assets) => changeAsset(assets, assets[0]?.id ?? "", { name: "Slush" }),
  "delete one": (assets) => removeAsset(assets, assets[0]?.id ?? ""),
  "put several into a collection": (assets, some) => collectAssets(assets, some, "Winter"),
  "tag several": (assets, some) => tagAssets(assets, some, ["cold"]),
  "take a tag off several": (assets, some) => untagAssets(assets, some, ["kept"]),
  "delete several": (assets, some) => removeAssets(assets, some),
};

const chosen = ({ assets }: Scene) => new Set(assets.slice(0, 2).map(({ id }) => id));

/** Like a page that was opened before archiving: it has the document and saves it. */
const acts: Record<string, (scened: Scene, document: ReturnType<typeof sampleDocument>) => Promise<unknown>> = {
  ...Object.fromEntries(
    Object.entries(edits).map(([name, edit]) => [
      name,
      (scened: Scene, document: ReturnType<typeof sampleDocument>) =>
        saveDraft(scened.member, {
          brandId: scened.brand.id,
          baseVersion: 1,
          revision: null,
          document: { ...document, assets: [...edit(document.assets, chosen(scened))] },
        }),
    ]),
  ),
  "download several": (scened) => openAssets(scened.member, { brandId: scened.brand.id, assetIds: chosen(scened) }),
  "look at one": ({ brand, member }) => signFiles(member, { brandId: brand.id, views: [SHA256] }),
};
const READS = ["download several", "look at one"];

describe.each(Object.entries(acts))("to %s", (name, act) => {
  it.each(["editor", "viewer"] as const)(
    "refuses an %s while the brand is archived and allows it afterwards",
    async (role) => {
      const scened = await scene(role);
      const { brand, member, owner } = scened;
      const { document } = await openDraft(member, { brandId: brand.id });
      await archiveBrand(owner, { brandId: brand.id, typedName: brand.name });
      await expect(act(scened, document)).rejects.toThrow(NotFound);
      await restoreBrand(owner, { brandId: brand.id });
      const { revision, document: back } = await openDraft(member, { brandId: brand.id });
      expect(revision).toBeNull();
      expect(back.assets).toEqual(document.assets);
      if (role === "viewer" && !READS.includes(name)) await expect(act(scened, back)).rejects.toThrow(Forbidden);
      else await act(scened, back);
    },
  );
});

it("refuses uploads for an archived brand", async () => {
  const { brand, member, owner } = await scene("editor");
  await archiveBrand(owner, { brandId: brand.id, typedName: brand.name });
  const sent = storeUpload(member, { brandId: brand.id, bytes: Buffer.from("%PDF-1.7\n%%EOF\n") });
  await expect(sent).rejects.toThrow(NotFound);
});
