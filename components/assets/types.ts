import type { StoredAsset } from "@/lib/content";

export const PAGE_SIZE = 60;

/** Saves grid or list in a cookie, so that the server renders the right one. */
export const VIEW_COOKIE = "hub_assets_view";

export interface ShownAsset {
  asset: StoredAsset;
  /** Signed URL of the preview. Null until known. */
  src: string | null;
  fileSrc: string | null;
  fileName: string;
}

/** Replaces the assets. `label` names the edit for Undo. */
export type EditAssets = (label: string, next: readonly StoredAsset[]) => void;

export const countText = (count: number): string => (count === 1 ? "1 asset" : `${count} assets`);

export type AssetChange = Partial<Omit<StoredAsset, "id">>;

export type AssetView = "grid" | "list";

export const THUMBNAIL_PX: Record<AssetView | "dialog", number> = { grid: 160, list: 40, dialog: 480 };

export type AssetPurpose = { kind: "add" } | { kind: "replace"; id: string };

export const ASSET_FILES = "image/png,image/jpeg,image/webp,image/svg+xml,font/woff2,.woff2,application/pdf";
