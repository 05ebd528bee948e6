import type { AssetKind } from "@/lib/contract";

const KIND_OF_TYPE: Record<string, AssetKind> = { image: "image", font: "font", video: "video", audio: "audio" };

/** Always gives a kind for a media type, `other` when unsure: the kind an upload starts with until a person picks one. */
export function defaultKindFor(mime: string): AssetKind {
  const essence = mime.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (essence === "application/pdf") return "document";
  return KIND_OF_TYPE[essence.split("/", 1)[0] ?? ""] ?? "other";
}
