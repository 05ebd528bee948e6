import { isShownPublicly } from "@/lib/brands";
import { distinctNames, groupByCollection, type StoredAsset, stemOf } from "@/lib/content";
import { readFile } from "@/lib/content/server";
import { sizeLimitText } from "@/lib/platform/text";
import type { Ctx } from "../context";
import { endingOf, type KitPart, type KitSource, NOT_STORED } from "./kit-file";
import { attempt } from "./zip-files";

export const MAX_KIT_ASSET_BYTES = 256 * 1024 * 1024;

export interface AssetFiles {
  brandId: string;
  assets: readonly StoredAsset[];
  path?: string;
}

/** Stored files below a path (`assets/`), in a folder per collection. Notes name missing files. */
export async function* filesOfAssets(ctx: Ctx, { brandId, assets, path = "" }: AssetFiles): KitPart {
  const distinct = distinctNames();
  const notes: string[] = [];
  for (const { name, collection = "", file } of assets) {
    const { made: stored, why = NOT_STORED } = await attempt(() => readFile(ctx, { brandId, sha256: file.sha256 }));
    if (!stored) {
      notes.push(`Asset ${name}: ${why}.`);
      continue;
    }
    const folder = collection.trim() ? `${stemOf(collection)}/` : "";
    yield { path: `${path}${distinct(folder + stemOf(name))}.${endingOf(stored.mime)}`, bytes: stored.bytes };
  }
  return notes;
}

/** In page order. */
export function withinBytes(assets: readonly StoredAsset[], limit: number) {
  const kept: StoredAsset[] = [];
  const left: StoredAsset[] = [];
  let sum = 0;
  for (const asset of groupByCollection(assets).flatMap((group) => group.assets)) {
    const fits = sum + asset.file.bytes <= limit;
    if (fits) sum += asset.file.bytes;
    (fits ? kept : left).push(asset);
  }
  return { kept, left };
}

const named = (assets: readonly StoredAsset[]) => assets.map(({ name }) => name).join(", ");

/** Fonts are only in `fonts/`, if their licence allows it. Font files among the assets have no stated licence. */
export async function* assetFiles(ctx: Ctx, { brandId, snapshot, audience }: KitSource): KitPart {
  const { kept, left } = withinBytes(snapshot.assets.filter(isShownPublicly), MAX_KIT_ASSET_BYTES);
  const notes = yield* filesOfAssets(ctx, { brandId, assets: kept, path: "assets/" });
  if (left.length > 0) {
    const limit = sizeLimitText(MAX_KIT_ASSET_BYTES);
    notes.push(`Assets left out, because the kit holds at most ${limit}: ${named(left)}. Download them separately.`);
  }
  const typefaces = new Set(
    (snapshot.typography?.fonts ?? []).flatMap(({ files }) => files.map((one) => one.file.sha256)),
  );
  const fonts = snapshot.assets.filter((asset) => !isShownPublicly(asset) && !typefaces.has(asset.file.sha256));
  if (audience === "members" && fonts.length > 0)
    notes.push(`Font files among the assets: no stated licence allows sharing them (${named(fonts)}).`);
  return notes;
}
