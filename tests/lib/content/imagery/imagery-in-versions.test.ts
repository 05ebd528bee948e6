import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { files } from "@/db/schema";
import { importBrandFile } from "@/lib/brands/server";
import {
  addExample,
  type BrandDocument,
  changeDirection,
  imageryWarnings,
  type StoredAsset,
  type StoredImagery,
  setExample,
  withAssets,
} from "@/lib/content";
import { BrandBundleSchema, declared } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { assembleBundle } from "@/lib/publishing/bundles/assemble-bundle";
import { getSnapshot } from "@/lib/publishing/identity/list-versions";
import { searchDocument } from "@/lib/publishing/identity/search-document";
import {
  compileDocument,
  diffDocuments,
  mergeDocuments,
  openDraft,
  publishDraft,
  restoreVersion,
  saveDraft,
} from "@/lib/publishing/server";
import { createTestDatabase } from "../../../support/database";
import { fileRef, sampleDocument } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createUser, NOW } from "../../../support/fixtures";

const asset = (name: string): StoredAsset => ({ id: newId(), kind: "image", name, file: fileRef() });
const [harbour, crowd] = [asset("Harbour"), asset("Crowd")];
const imagery: StoredImagery = {
  photo: {
    direction: "Daylight, from far away.",
    dos: [{ asset_id: harbour.id, note: "Calm water" }],
    donts: [{ asset_id: crowd.id }, { note: "Nobody poses" }],
  },
  icon: { style: "outline", grid_px: 24, stroke_px: 1.5 },
};
const legal = { trademark_lines: ["Alder is a mark."], boilerplate: { en: "Alder mends.", de: "Alder repariert." } };
const base = sampleDocument({ assets: [harbour, crowd], imagery, legal });

const bundleOf = (document: BrandDocument) =>
  assembleBundle(newId(), 3, { ...document, brand: { name: "Alder", slug: "alder" } }, () => ({
    url: "https://hub.test/files/x",
    expiresAtSeconds: 1,
  }));

describe("imagery and legal texts in a bundle", () => {
  it("are published as written with asset ids and no URL, and absent if empty", () => {
    const bundle = bundleOf(compileDocument(base));
    expect(bundle).toMatchObject({ imagery, legal });
    expect(JSON.stringify(bundle.imagery)).not.toContain("http");
    expect(declared(BrandBundleSchema).parse(bundle)).toEqual(bundle);
    expect(Object.keys(bundleOf(sampleDocument()))).not.toEqual(expect.arrayContaining(["imagery"]));
    expect(Object.keys(bundleOf(sampleDocument()))).not.toEqual(expect.arrayContaining(["legal"]));
  });

  it("drops empty fields and empty sections", () => {
    const none = sampleDocument();
    const begun = { photo: { direction: " ", dos: [{}], donts: [{ note: "" }] } };
    expect(
      compileDocument({ ...none, imagery: begun, legal: { trademark_lines: [" "], boilerplate: { de: "" } } }),
    ).toEqual(compileDocument(none));
  });

  it.each<[string, StoredAsset[]]>([
    ["is removed", []],
    ["isn't a picture", [harbour, crowd].map((one) => ({ ...one, file: { ...one.file, mime: "application/pdf" } }))],
  ])("keeps an example's text when its asset %s, and drops one without text", (_, assets) => {
    const { imagery: left } = compileDocument({ ...base, assets });
    expect(left?.photo).toEqual({
      direction: imagery.photo?.direction,
      dos: [{ note: "Calm water" }],
      donts: [{ note: "Nobody poses" }],
    });
  });

  it("refuses values beyond the limits", () => {
    const refused = (parts: object) => () => compileDocument({ ...base, ...parts });
    const examples = Array.from({ length: 13 }, () => ({ note: "One more" }));
    expect(refused({ imagery: { photo: { dos: examples } } })).toThrow(BadRequest);
    expect(refused({ imagery: { icon: { grid_px: 0.5 } } })).toThrow(BadRequest);
    expect(refused({ legal: { boilerplate: { German: "Text" } } })).toThrow(BadRequest);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`en-x-${at}`, "Text"]));
    expect(refused({ legal: { boilerplate: many } })).toThrow(BadRequest);
  });
});

describe("comparing, merging and searching imagery", () => {
  it("names each field in plain words as part of the identity", () => {
    const after = {
      ...base,
      imagery: { photo: { ...imagery.photo, direction: "At night." } },
      legal: { boilerplate: { de: "Neu." } },
    };
    expect(diffDocuments(base, after).map(({ label, part }) => `${part}: ${label}`)).toEqual([
      "identity: Photography · Direction",
      "identity: Boilerplate · German",
      "identity: Icons · Style",
      "identity: Icons · Grid",
      "identity: Icons · Line width",
      "identity: Legal · Trademark lines",
      "identity: Boilerplate · English",
    ]);
  });

  it("merges both sides and drops the picture of a removed asset", () => {
    const mine = { ...base, legal: { ...legal, boilerplate: { ...legal.boilerplate, fr: "Alder répare." } } };
    const theirs = { ...base, assets: [crowd] };
    const { document, conflicts } = mergeDocuments(
      compileDocument(base),
      compileDocument(mine),
      compileDocument(theirs),
    );
    expect(conflicts).toEqual([]);
    expect(compileDocument(document)).toMatchObject({
      imagery: { photo: { dos: [{ note: "Calm water" }] } },
      legal: { boilerplate: { fr: "Alder répare.", de: "Alder repariert." } },
    });
  });

  it("finds imagery by its text", () => {
    expect(searchDocument(base, "calm water", 3)).toMatchObject([{ path: "imagery.photo.dos", text: "Calm water" }]);
    expect(searchDocument(base, "repariert", 3)).toMatchObject([{ path: "legal.boilerplate.de" }]);
  });
});

describe("editing imagery", () => {
  it("adds, changes and removes examples and fields", () => {
    const begun = addExample({}, "photo", "dos");
    expect(begun).toEqual({ photo: { dos: [{}] } });
    const filled = setExample(begun, { kind: "photo", list: "dos", at: 0 }, { note: "So" });
    expect(filled.photo?.dos).toEqual([{ note: "So" }]);
    expect(setExample(filled, { kind: "photo", list: "dos", at: 0 }, null).photo?.dos).toEqual([]);
    expect(changeDirection(imagery, "icon", { style: undefined }).icon).toEqual({ grid_px: 24, stroke_px: 1.5 });
  });

  it("warns of an asset in both lists and of a removed one", () => {
    expect(imageryWarnings(imagery, base.assets)).toEqual([]);
    const both = { photo: { dos: [{ asset_id: harbour.id }], donts: [{ asset_id: harbour.id }] } };
    expect(imageryWarnings(both, base.assets)).toEqual(["Photography: Harbour is an example of both do and don’t."]);
    expect(imageryWarnings(imagery, [harbour])).toEqual([
      "Photography: an example uses a removed asset. Its text stays without the picture.",
    ]);
    expect(withAssets(both, new Set())).toEqual({ photo: { dos: [], donts: [] } });
  });
});

describe("imagery in an imported brand file", () => {
  it("imports imagery and legal texts and reports what it can't use", () => {
    const { document, taken } = importBrandFile(JSON.stringify(bundleOf(compileDocument(base))));
    expect(document.imagery?.photo?.dos).toEqual([{ note: "Calm water" }]);
    expect(document.imagery?.icon).toEqual(imagery.icon);
    expect(document.legal).toEqual(legal);
    expect(taken).toEqual(expect.arrayContaining(["Imagery directions, with examples as text only.", "Legal texts."]));
    const odd = importBrandFile(
      JSON.stringify({ identity: {}, legal: { trademark_lines: ["Kept", 7] }, imagery: { icon: { style: "wavy" } } }),
    );
    expect(odd.document.legal).toEqual({ trademark_lines: ["Kept"] });
    expect(odd.left.some((sentence) => sentence.startsWith("imagery.icon.style"))).toBe(true);
  });
});

describe("imagery in versions of a brand", () => {
  let database: OpenDatabase;
  let scene: { ctx: ReturnType<typeof context>; brandId: string };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const person = await createUser(database.db);
    const { id: brandId } = await createBrandFixture(database.db, {
      members: { [person.id]: "owner" },
      document: sampleDocument(),
    });
    scene = { ctx: context(database.db, actingUser(person)), brandId };
  });

  it("is published, removed and restored with its version", async () => {
    const { ctx, brandId } = scene;
    const file = fileRef();
    const { id, sha256, mime, bytes, width, height } = file;
    await database.db.insert(files).values({ id, brandId, sha256, mime, bytes, width, height, createdAt: NOW });
    const draft = await openDraft(ctx, { brandId });
    const document = { ...draft.document, assets: [{ ...harbour, file }], imagery, legal };
    const { revision } = await saveDraft(ctx, { brandId, baseVersion: 1, revision: draft.revision, document });
    const published = await publishDraft(ctx, { brandId, revision, note: null });
    expect(published.version).toBe(2);
    await restoreVersion(ctx, { brandId, version: 1, expectedVersion: 2, note: null });
    expect(await getSnapshot(ctx, { brandId, version: 3 })).not.toHaveProperty("imagery");
    await restoreVersion(ctx, { brandId, version: 2, expectedVersion: 3, note: null });
    const restored = await getSnapshot(ctx, { brandId, version: 4 });
    expect(restored.imagery?.photo?.dos).toEqual(imagery.photo?.dos);
    expect(restored.imagery?.photo?.donts).toEqual([{ note: "Nobody poses" }]);
    expect(restored.legal).toEqual(legal);
  });
});
