import type { StoredAsset } from "@/lib/brand-document";

/** How many assets stand on one page. */
export const PAGE_SIZE = 60;

/** Remembers grid or list for this browser, so that the server draws the right one at once. */
export const VIEW_COOKIE = "hub_assets_view";

/** An asset of the draft with what a screen needs to know of it. */
export interface ShownAsset {
  asset: StoredAsset;
  /** Its signed URL; null while that is not known. */
  src: string | null;
  /** What its download is called. */
  fileName: string;
}

export type AssetChange = Partial<Omit<StoredAsset, "id">>;

export type AssetView = "grid" | "list";

/** What an upload is for: a new asset, or another file for one. */
export type AssetPurpose = { kind: "add" } | { kind: "replace"; id: string };

export const ASSET_FILES = "image/png,image/jpeg,image/webp,image/svg+xml,font/woff2,.woff2,application/pdf";
