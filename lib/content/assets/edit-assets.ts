import type { AssetKind } from "@/lib/contract";
import type { StoredAsset } from "../document/brand-document";

type Assets = readonly StoredAsset[];

/** The assets with a new one before all others, where whoever added it looks first. */
export const addAsset = (assets: Assets, asset: StoredAsset): StoredAsset[] => [asset, ...assets];

/** The assets with fields of one changed; its id and its place stay, also when its file is replaced. */
export const changeAsset = (assets: Assets, id: string, change: Partial<Omit<StoredAsset, "id">>): StoredAsset[] =>
  assets.map((asset) => (asset.id === id ? { ...asset, ...change } : asset));

export const removeAsset = (assets: Assets, id: string): StoredAsset[] => assets.filter((asset) => asset.id !== id);

/** An asset as it is published: its collection and tags trimmed, none empty, no tag twice. */
export function tidyAsset({ collection, tags, ...asset }: StoredAsset): StoredAsset {
  const within = collection?.trim();
  const kept = [...new Set(tags?.map((tag) => tag.trim()).filter(Boolean))];
  return { ...asset, ...(within && { collection: within }), ...(kept.length > 0 && { tags: kept }) };
}

/** What to look for: words that all stand in the name, the media type, the collection or a tag, in any case; a kind, a collection and a tag. */
export interface AssetQuery {
  text: string;
  kind: AssetKind | null;
  collection?: string | null;
  tag?: string | null;
}

/** The assets that match, in their order; an empty query matches all. */
export function findAssets(assets: Assets, query: AssetQuery): StoredAsset[] {
  const { text, kind, collection = null, tag = null } = query;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return assets.filter((asset) => {
    const { collection: within = "", tags = [] } = asset;
    const said = [asset.name, asset.kind, asset.file.mime, within, ...tags].join(" ").toLowerCase();
    return (
      (kind === null || asset.kind === kind) &&
      (collection === null || within.trim() === collection) &&
      (tag === null || tags.includes(tag)) &&
      words.every((word) => said.includes(word))
    );
  });
}

/** How many assets there are of each kind that occurs, the most frequent first. */
export function countKinds(assets: Assets): { kind: AssetKind; count: number }[] {
  const counts = new Map<AssetKind, number>();
  for (const { kind } of assets) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}

function counted(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => a.name.localeCompare(b.name));
}

/** The collections that assets are in and how many each holds, by name. */
export const collectionsOf = (assets: Assets) => counted(assets.flatMap(({ collection }) => collection?.trim() || []));

/** The tags that assets have and how many have each, by name. */
export const tagsOf = (assets: Assets) => counted(assets.flatMap(({ tags = [] }) => tags));

/** Assets of one collection; `name` is null for those in none. */
export interface AssetGroup {
  name: string | null;
  assets: StoredAsset[];
}

/** The assets by their collections, which stand by name; last those in none, which is all there is where no asset is in one. */
export function groupByCollection(assets: Assets): AssetGroup[] {
  const within = (name: string) => assets.filter(({ collection = "" }) => collection.trim() === name);
  const named = collectionsOf(assets).map(({ name }) => ({ name, assets: within(name) }));
  const rest = within("");
  return rest.length > 0 ? [...named, { name: null, assets: rest }] : named;
}
