import type { FileRef, StoredAsset, StoredImagery } from "@/lib/brand-document";

/** CSS pixels of an example's picture. */
export const EXAMPLE_PX = 320;

export type SrcOf = (file: FileRef) => string | null;

/** The assets that can be shown as an example. */
export const picturesOf = (assets: readonly StoredAsset[]): StoredAsset[] =>
  assets.filter(({ file }) => file.mime.startsWith("image/"));

/** The ids of all assets that examples show. */
export const namedAssets = (imagery: StoredImagery | undefined): Set<string> =>
  new Set(
    Object.values(imagery ?? {}).flatMap(({ dos = [], donts = [] }) =>
      [...dos, ...donts].flatMap(({ asset_id }) => asset_id ?? []),
    ),
  );
