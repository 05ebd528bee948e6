import type { StoredAsset } from "@/lib/brand-document";
import type { AssetKind } from "@/lib/contract";

type Assets = readonly StoredAsset[];

/** The assets with a new one before all others, where whoever added it looks first. */
export const addAsset = (assets: Assets, asset: StoredAsset): StoredAsset[] => [asset, ...assets];

/** The assets with fields of one changed; its id and its place stay, also when its file is replaced. */
export const changeAsset = (assets: Assets, id: string, change: Partial<Omit<StoredAsset, "id">>): StoredAsset[] =>
  assets.map((asset) => (asset.id === id ? { ...asset, ...change } : asset));

export const removeAsset = (assets: Assets, id: string): StoredAsset[] => assets.filter((asset) => asset.id !== id);

/** What to look for: words that all stand in the name or the media type, in any case, and a kind. */
export interface AssetQuery {
  text: string;
  kind: AssetKind | null;
}

/** The assets that match, in their order; an empty query matches all. */
export function findAssets(assets: Assets, { text, kind }: AssetQuery): StoredAsset[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return assets.filter((asset) => {
    const said = `${asset.name} ${asset.kind} ${asset.file.mime}`.toLowerCase();
    return (kind === null || asset.kind === kind) && words.every((word) => said.includes(word));
  });
}

/** How many assets there are of each kind that occurs, the most frequent first. */
export function countKinds(assets: Assets): { kind: AssetKind; count: number }[] {
  const counts = new Map<AssetKind, number>();
  for (const { kind } of assets) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}
