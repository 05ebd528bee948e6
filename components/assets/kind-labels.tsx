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
import { ASSET_KINDS, type AssetKind } from "@/lib/contract";

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
