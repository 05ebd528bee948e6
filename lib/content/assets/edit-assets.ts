import type { AssetKind } from "@/lib/contract";
import type { StoredAsset } from "../document/brand-document";
import { DOCUMENT_LIMITS } from "../document/words";

type Assets = readonly StoredAsset[];

export const addAsset = (assets: Assets, asset: StoredAsset): StoredAsset[] => [asset, ...assets];

export const changeAsset = (assets: Assets, id: string, change: Partial<Omit<StoredAsset, "id">>): StoredAsset[] =>
  assets.map((asset) => (asset.id === id ? { ...asset, ...change } : asset));

export const removeAsset = (assets: Assets, id: string): StoredAsset[] => assets.filter((asset) => asset.id !== id);

/** An asset as published: collection and tags trimmed, without empty or repeated tags. */
export function tidyAsset({ collection, tags, ...asset }: StoredAsset): StoredAsset {
  const within = collection?.trim();
  const kept = [...new Set(tags?.map((tag) => tag.trim()).filter(Boolean))];
  return { ...asset, ...(within && { collection: within }), ...(kept.length > 0 && { tags: kept }) };
}

/** Each word of `text` must occur in the name, kind, media type, collection or a tag, in any case. */
export interface AssetQuery {
  text: string;
  kind: AssetKind | null;
  collection?: string | null;
  tag?: string | null;
}

export function findAssets(assets: Assets, query: AssetQuery): StoredAsset[] {
  const { text, kind, collection = null, tag = null } = query;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return assets.filter((asset) => {
    const { collection: within = "", tags = [] } = asset;
    const searchText = [asset.name, asset.kind, asset.file.mime, within, ...tags].join(" ").toLowerCase();
    return (
      (kind === null || asset.kind === kind) &&
      (collection === null || within.trim() === collection) &&
      (tag === null || tags.includes(tag)) &&
      words.every((word) => searchText.includes(word))
    );
  });
}

export function countKinds(assets: Assets): { kind: AssetKind; count: number }[] {
  const counts = new Map<AssetKind, number>();
  for (const { kind } of assets) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}

function countByName(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => a.name.localeCompare(b.name));
}

export const collectionsOf = (assets: Assets) =>
  countByName(assets.flatMap(({ collection }) => collection?.trim() || []));

export const tagsOf = (assets: Assets) => countByName(assets.flatMap(({ tags = [] }) => tags));

/** Collections in name order, then assets in none. */
export function groupByCollection(assets: Assets) {
  const within = (name: string) => assets.filter(({ collection = "" }) => collection.trim() === name);
  const named = collectionsOf(assets).map(({ name }) => ({ name, assets: within(name) }));
  const rest = within("");
  return rest.length > 0 ? [...named, { name: null, assets: rest }] : named;
}

type Selection = ReadonlySet<string>;

function changeSome(assets: Assets, selected: Selection, change: (asset: StoredAsset) => StoredAsset): Assets {
  const next = assets.map((asset) => {
    const changed = selected.has(asset.id) ? change(asset) : asset;
    return changed === asset ? asset : tidyAsset(changed);
  });
  return next.some((asset, index) => asset !== assets[index]) ? next : assets;
}

/** An empty `collection` takes the assets out of theirs. */
export function collectAssets(assets: Assets, selected: Selection, collection: string): Assets {
  const name = collection.trim();
  return changeSome(assets, selected, (asset) =>
    (asset.collection ?? "").trim() === name ? asset : { ...asset, collection: name },
  );
}

function missingTags({ tags = [] }: StoredAsset, wanted: readonly string[]): string[] {
  const has = new Set(tags.map((tag) => tag.trim().toLowerCase()));
  return wanted.filter((tag) => !has.has(tag.trim().toLowerCase()));
}

const withTags = (asset: StoredAsset, tags: readonly string[]): StoredAsset => {
  const added = missingTags(asset, tags);
  return added.length > 0 ? { ...asset, tags: [...(asset.tags ?? []), ...added] } : asset;
};

/** Doesn't check the limit: call `overTagLimit` first. */
export const tagAssets = (assets: Assets, selected: Selection, tags: readonly string[]): Assets =>
  changeSome(assets, selected, (asset) => withTags(asset, tags));

/** The selected assets that would exceed the tag limit. */
export function overTagLimit(
  assets: Assets,
  selected: Selection,
  tags: readonly string[],
): { name: string; count: number }[] {
  return assets
    .filter(({ id }) => selected.has(id))
    .map((asset) => ({ name: asset.name, count: tidyAsset(withTags(asset, tags)).tags?.length ?? 0 }))
    .filter(({ count }) => count > DOCUMENT_LIMITS.assetTags);
}

export const untagAssets = (assets: Assets, selected: Selection, tags: readonly string[]): Assets =>
  changeSome(assets, selected, (asset) =>
    asset.tags?.some((tag) => tags.includes(tag))
      ? { ...asset, tags: asset.tags.filter((tag) => !tags.includes(tag)) }
      : asset,
  );

/** Returns the same array if no selected asset is in it. */
export const removeAssets = (assets: Assets, selected: Selection): Assets =>
  assets.some(({ id }) => selected.has(id)) ? assets.filter(({ id }) => !selected.has(id)) : assets;

const KIND_OF_TYPE: Record<string, AssetKind> = { image: "image", font: "font", video: "video", audio: "audio" };

export function defaultKindFor(mime: string): AssetKind {
  const essence = mime.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (essence === "application/pdf") return "document";
  return KIND_OF_TYPE[essence.split("/", 1)[0] ?? ""] ?? "other";
}
