import { describe, expect, it } from "vitest";
import {
  collectAssets,
  DOCUMENT_LIMITS,
  overTagLimit,
  removeAssets,
  type StoredAsset,
  tagAssets,
  untagAssets,
} from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { fileRef } from "../../../support/documents";

const asset = (name: string, values: Partial<StoredAsset> = {}): StoredAsset => ({
  id: newId(),
  kind: "image",
  name,
  file: fileRef(),
  ...values,
});
const upTo = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index + 1}`);

const snow = asset("Snow", { collection: " Winter ", tags: ["calm", "Outdoors"] });
const frost = asset("Frost");
const sand = asset("Sand", { collection: "Summer", tags: ["calm"] });
const assets = [snow, frost, sand];
const chosen = (...some: StoredAsset[]) => new Set(some.map(({ id }) => id));
const said = (list: readonly StoredAsset[]) =>
  list.map(({ name, collection, tags }) => [name, collection ?? null, tags ?? []]);

describe("several assets at once", () => {
  it.each([
    ["puts them into a collection", "Spring", ["Spring", "Spring", "Summer"]],
    ["trims the collection's name like publishing does", "  Spring ", ["Spring", "Spring", "Summer"]],
    ["doesn't change assets already in it", "Winter", [" Winter ", "Winter", "Summer"]],
    ["removes them from it if the name is empty", " ", [undefined, undefined, "Summer"]],
  ])("%s", (_, name, collections) => {
    const next = collectAssets(assets, chosen(snow, frost), name);
    expect(next.map(({ collection }) => collection)).toEqual(collections);
    expect(next[2]).toBe(sand);
  });

  it("adds tags that an asset doesn't have in any case", () => {
    expect(said(tagAssets(assets, chosen(snow, frost), ["outdoors", " cold "]))).toEqual([
      ["Snow", "Winter", ["calm", "Outdoors", "cold"]],
      ["Frost", null, ["outdoors", "cold"]],
      ["Sand", "Summer", ["calm"]],
    ]);
  });

  it("removes tags and leaves no empty list", () => {
    expect(said(untagAssets(assets, chosen(snow, frost, sand), ["calm"]))).toEqual([
      ["Snow", "Winter", ["Outdoors"]],
      ["Frost", null, []],
      ["Sand", "Summer", []],
    ]);
    expect(untagAssets(assets, chosen(sand), ["calm"])[2]).not.toHaveProperty("tags");
  });

  it("removes them", () => {
    expect(removeAssets(assets, chosen(snow, sand))).toEqual([frost]);
  });

  it.each([
    ["a collection", () => collectAssets(assets, chosen(snow), "Winter")],
    ["tags", () => tagAssets(assets, chosen(snow), ["CALM"])],
    ["tags that no asset has", () => untagAssets(assets, chosen(frost), ["calm"])],
    ["removed assets", () => removeAssets(assets, new Set([newId()]))],
    ["removed assets, into a collection", () => collectAssets(assets, new Set([newId()]), "Spring")],
  ])("returns the same list if nothing changes: %s", (_, act) => {
    expect(act()).toBe(assets);
  });

  it("skips assets that were removed and changes the others", () => {
    expect(said(collectAssets([snow, frost], chosen(frost, sand), "Spring"))).toEqual([
      ["Snow", " Winter ", ["calm", "Outdoors"]],
      ["Frost", "Spring", []],
    ]);
  });
});

describe("the limit of tags", () => {
  const full = asset("Full", { tags: upTo(DOCUMENT_LIMITS.assetTags) });
  const nearly = asset("Nearly", { tags: upTo(DOCUMENT_LIMITS.assetTags - 1) });
  const some = [full, nearly, frost];

  it.each([
    [["new"], ["Full 13"]],
    [
      ["new", "newer"],
      ["Full 14", "Nearly 13"],
    ],
    [["TAG 1"], []],
    [
      ["tag 12", "new"],
      ["Full 13", "Nearly 13"],
    ],
    [upTo(DOCUMENT_LIMITS.assetTags), []],
  ])("with %j more is exceeded by %j", (tags, over) => {
    const told = overTagLimit(some, chosen(full, nearly, frost), tags);
    expect(told.map(({ name, count }) => `${name} ${count}`)).toEqual(over);
  });

  it("ignores assets that are not selected", () => {
    expect(overTagLimit(some, chosen(frost), ["new"])).toEqual([]);
  });
});
