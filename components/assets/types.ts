import type { StoredAsset } from "@/lib/content";

/** How many assets stand on one page. */
export const PAGE_SIZE = 60;

/** Remembers grid or list for this browser, so that the server draws the right one at once. */
export const VIEW_COOKIE = "hub_assets_view";

export interface ShownAsset {
  asset: StoredAsset;
  /** Signed URL of what shows it: a thumbnail of a large picture; null while that is not known. */
  src: string | null;
  /** Signed URL of its file, which is asked for once the asset is opened. */
  fileSrc: string | null;
  /** What its download is called. */
  fileName: string;
}

/** Replaces the assets by others; what it is called stands at Undo. */
export type EditAssets = (label: string, next: readonly StoredAsset[]) => void;

export const countText = (count: number): string => (count === 1 ? "1 asset" : `${count} assets`);

export type AssetChange = Partial<Omit<StoredAsset, "id">>;

export type AssetView = "grid" | "list";

/** CSS pixels of an asset's picture in each view, and in its dialog. */
export const THUMBNAIL_PX: Record<AssetView | "dialog", number> = { grid: 160, list: 40, dialog: 480 };

export type AssetPurpose = { kind: "add" } | { kind: "replace"; id: string };

export const ASSET_FILES = "image/png,image/jpeg,image/webp,image/svg+xml,font/woff2,.woff2,application/pdf";
