import type { StoredAsset } from "../document/brand-document";
import { DOCUMENT_LIMITS } from "../document/words";
import { tidyAsset } from "./edit-assets";

type Assets = readonly StoredAsset[];
/** Of the assets that an act is for; those that are gone meanwhile are passed over. */
type Chosen = ReadonlySet<string>;

/** The assets with some of the chosen ones changed, tidied; the very same list where nothing changes. */
function changeSome(assets: Assets, chosen: Chosen, change: (asset: StoredAsset) => StoredAsset): Assets {
  const next = assets.map((asset) => {
    const changed = chosen.has(asset.id) ? change(asset) : asset;
    return changed === asset ? asset : tidyAsset(changed);
  });
  return next.some((asset, index) => asset !== assets[index]) ? next : assets;
}

/** The assets with the chosen ones in a collection, or in none where it is empty. */
export function collectAssets(assets: Assets, chosen: Chosen, collection: string): Assets {
  const name = collection.trim();
  return changeSome(assets, chosen, (asset) =>
    (asset.collection ?? "").trim() === name ? asset : { ...asset, collection: name },
  );
}

/** Those of the tags that the asset has in no case yet. */
function lacking({ tags = [] }: StoredAsset, wanted: readonly string[]): string[] {
  const has = new Set(tags.map((tag) => tag.trim().toLowerCase()));
  return wanted.filter((tag) => !has.has(tag.trim().toLowerCase()));
}

const withTags = (asset: StoredAsset, tags: readonly string[]): StoredAsset => {
  const added = lacking(asset, tags);
  return added.length > 0 ? { ...asset, tags: [...(asset.tags ?? []), ...added] } : asset;
};

/** The assets with tags added to the chosen ones. Ask `overTagLimit` first: no tag is left out here. */
export const tagAssets = (assets: Assets, chosen: Chosen, tags: readonly string[]): Assets =>
  changeSome(assets, chosen, (asset) => withTags(asset, tags));

/** Those of the chosen assets that the tags would bring over what an asset may have, and how many each would have. */
export function overTagLimit(
  assets: Assets,
  chosen: Chosen,
  tags: readonly string[],
): { name: string; count: number }[] {
  return assets
    .filter(({ id }) => chosen.has(id))
    .map((asset) => ({ name: asset.name, count: tidyAsset(withTags(asset, tags)).tags?.length ?? 0 }))
    .filter(({ count }) => count > DOCUMENT_LIMITS.assetTags);
}

export const untagAssets = (assets: Assets, chosen: Chosen, tags: readonly string[]): Assets =>
  changeSome(assets, chosen, (asset) =>
    asset.tags?.some((tag) => tags.includes(tag))
      ? { ...asset, tags: asset.tags.filter((tag) => !tags.includes(tag)) }
      : asset,
  );

/** The assets without the chosen ones; the very same list where none of them is there. */
export const removeAssets = (assets: Assets, chosen: Chosen): Assets =>
  assets.some(({ id }) => chosen.has(id)) ? assets.filter(({ id }) => !chosen.has(id)) : assets;
