import { describe, expect, it } from "vitest";
import { isShownPublicly } from "@/lib/brands";
import {
  addAsset,
  changeAsset,
  collectionsOf,
  countKinds,
  findAssets,
  groupByCollection,
  removeAsset,
  type StoredAsset,
  tagsOf,
  tidyAsset,
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
const names = (assets: readonly StoredAsset[]) => assets.map(({ name }) => name).join(" ");

describe("editing assets", () => {
  const [hero, font] = [asset("Hero"), asset("Geist", { kind: "font", file: fileRef({ mime: "font/woff2" }) })];

  it("puts a new asset first and removes one by its id", () => {
    const assets = addAsset([hero, font], asset("New"));
    expect(names(assets)).toBe("New Hero Geist");
    expect(names(removeAsset(assets, hero.id))).toBe("New Geist");
  });

  it("replaces an asset's file and keeps its id, name and position", () => {
    const file = fileRef({ mime: "image/webp" });
    expect(changeAsset([font, hero], hero.id, { file })).toEqual([font, { ...hero, file }]);
  });

  it("changes nothing if the asset was removed", () => {
    expect(changeAsset([hero], newId(), { name: "X" })).toEqual([hero]);
  });
});

describe("findAssets", () => {
  const assets = [
    asset("Icon: quiet loft", { kind: "icon", file: fileRef({ mime: "image/svg+xml" }) }),
    asset("Poster: Loud Saturday"),
    asset("Your first visit", { kind: "document", file: fileRef({ mime: "application/pdf" }) }),
  ];

  it.each([
    ["", null, 3],
    ["LOUD", null, 1],
    ["quiet icon", null, 1],
    ["loft poster", null, 0],
    ["pdf", null, 1],
    ["svg", "icon", 1],
    ["", "icon", 1],
    ["poster", "icon", 0],
    ["   ", "font", 0],
  ] as const)("searches for the words %j and the kind %s %i", (text, kind, count) => {
    expect(findAssets(assets, { text, kind })).toHaveLength(count);
  });
});

it("counts kinds, most frequent first", () => {
  const assets = [asset("A", { kind: "icon" }), asset("B"), asset("C")];
  expect(countKinds(assets)).toEqual([
    { kind: "image", count: 2 },
    { kind: "icon", count: 1 },
  ]);
});

describe("collections and tags of assets", () => {
  const winter = asset("Snow", { collection: "Winter 2026", tags: ["outdoors", "calm"] });
  const spring = asset("Blossom", { collection: " Spring ", tags: ["outdoors"] });
  const assets = [winter, spring, asset("Plain")];

  it.each([
    ["", "Winter 2026", null, ["Snow"]],
    ["", "Spring", null, ["Blossom"]],
    ["", null, "outdoors", ["Snow", "Blossom"]],
    ["", "Winter 2026", "calm", ["Snow"]],
    ["", "Spring", "calm", []],
    ["", "winter 2026", null, []],
    ["OUTDOORS spring", null, null, ["Blossom"]],
    ["", null, null, ["Snow", "Blossom", "Plain"]],
  ] as const)("searches for the words %j, the collection %s and the tag %s %j", (text, collection, tag, names) => {
    expect(findAssets(assets, { text, kind: null, collection, tag }).map(({ name }) => name)).toEqual(names);
  });

  it("are counted by name", () => {
    expect(collectionsOf(assets)).toEqual([
      { name: "Spring", count: 1 },
      { name: "Winter 2026", count: 1 },
    ]);
    expect(tagsOf(assets)).toEqual([
      { name: "calm", count: 1 },
      { name: "outdoors", count: 2 },
    ]);
    expect(collectionsOf([asset("A", { collection: " " })])).toEqual([]);
  });

  it.each([
    ["by name, ungrouped ones last", assets, ["Spring: Blossom", "Winter 2026: Snow", "-: Plain"]],
    [
      "without an ungrouped part if each is in a collection",
      [winter, spring],
      ["Spring: Blossom", "Winter 2026: Snow"],
    ],
    ["as one group if none is in a collection", [asset("A"), asset("B", { collection: "  " })], ["-: A B"]],
    [
      "as names that differ in case",
      [asset("A", { collection: "x" }), asset("B", { collection: "X" })],
      ["x: A", "X: B"],
    ],
    ["as nothing if there are none", [], []],
  ])("group assets %s", (_, some, groups) => {
    expect(groupByCollection(some).map((group) => `${group.name ?? "-"}: ${names(group.assets)}`)).toEqual(groups);
  });

  it("are named publicly only if an asset with them is visible to everyone", () => {
    const face = asset("Face", { collection: "Faces", file: fileRef({ mime: "font/woff2" }) });
    expect(groupByCollection([face, winter].filter(isShownPublicly)).map(({ name }) => name)).toEqual(["Winter 2026"]);
  });

  it("are trimmed when published and dropped if empty", () => {
    const plain = asset("A");
    expect(tidyAsset({ ...plain, collection: "  ", tags: [" ", ""] })).toEqual(plain);
    expect(tidyAsset({ ...plain, collection: " Winter ", tags: [" a", "a", "b"] })).toEqual({
      ...plain,
      collection: "Winter",
      tags: ["a", "b"],
    });
    expect(tidyAsset(plain)).toEqual(plain);
  });
});
