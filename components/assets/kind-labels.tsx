import {
  AudioLines,
  File,
  FileText,
  Grid2x2,
  Image,
  LayoutTemplate,
  type LucideIcon,
  PenTool,
  Shapes,
  Type,
  Video,
} from "lucide-react";
import type { StoredAsset } from "@/lib/content";
import { ASSET_KINDS, type AssetKind } from "@/lib/contract";
import { counted } from "@/lib/platform/text";

export const KINDS: Record<AssetKind, { label: string; plural: string; Icon: LucideIcon }> = {
  image: { label: "Image", plural: "Images", Icon: Image },
  icon: { label: "Icon", plural: "Icons", Icon: Shapes },
  pattern: { label: "Pattern", plural: "Patterns", Icon: Grid2x2 },
  illustration: { label: "Illustration", plural: "Illustrations", Icon: PenTool },
  font: { label: "Font", plural: "Fonts", Icon: Type },
  template: { label: "Template", plural: "Templates", Icon: LayoutTemplate },
  document: { label: "Document", plural: "Documents", Icon: FileText },
  video: { label: "Video", plural: "Videos", Icon: Video },
  audio: { label: "Audio", plural: "Audio files", Icon: AudioLines },
  other: { label: "Other", plural: "Others", Icon: File },
};

export const KIND_OPTIONS = ASSET_KINDS.map((value) => ({ value, label: KINDS[value].label }));

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

export const countText = (count: number): string => counted(count, "asset");

export type AssetChange = Partial<Omit<StoredAsset, "id">>;

export type AssetView = "grid" | "list";

export const THUMBNAIL_PX: Record<AssetView | "dialog", number> = { grid: 160, list: 40, dialog: 480 };

export type AssetPurpose = { kind: "add" } | { kind: "replace"; id: string };

export const ASSET_FILES = "image/png,image/jpeg,image/webp,image/svg+xml,font/woff2,.woff2,application/pdf";

/** A pressed checkbox: its id, its new state, and with Shift the id of the press before it. */
type Press = { id: string; checked: boolean; from: string | null };

/** Returns the selection after a press. A range gets the state of the pressed box, in display order. */
export function afterPress(selected: ReadonlySet<string>, order: readonly string[], press: Press): Set<string> {
  const { id, checked, from } = press;
  const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(id)].toSorted((a, b) => a - b);
  const range = start === undefined || start < 0 ? [id] : order.slice(start, (end ?? start) + 1);
  const next = new Set(selected);
  for (const one of range) {
    if (checked) next.add(one);
    else next.delete(one);
  }
  return next;
}
