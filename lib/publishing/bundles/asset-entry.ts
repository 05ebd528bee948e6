import type { z } from "zod";
import type { StoredAsset } from "@/lib/content";
import type { AssetEntry } from "@/lib/contract";

export function assetEntry(
  { id, kind, name, file }: StoredAsset,
  signed: { url: string; url_expires_at: number },
): z.input<typeof AssetEntry> {
  const size = file.width && file.height ? { width: file.width, height: file.height } : {};
  const { mime, bytes, sha256 } = file;
  return { id, kind, name, ...signed, mime, bytes, sha256, ...size };
}
