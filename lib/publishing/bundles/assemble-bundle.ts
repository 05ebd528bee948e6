import type { z } from "zod";
import {
  type BrandSnapshot,
  type FileRef,
  identityOf,
  publishColors,
  publishFoundations,
  publishLogoRules,
  publishTypography,
  type StoredAsset,
} from "@/lib/content";
import type { AssetEntry, BrandBundleSchema, LogoItem } from "@/lib/contract";

export function assetEntry(
  { id, kind, name, file }: StoredAsset,
  signed: { url: string; url_expires_at: number },
): z.input<typeof AssetEntry> {
  const size = file.width && file.height ? { width: file.width, height: file.height } : {};
  const { mime, bytes, sha256 } = file;
  return { id, kind, name, ...signed, mime, bytes, sha256, ...size };
}

type SignFile = (file: FileRef) => { url: string; expiresAtSeconds: number };

export function assembleBundle(
  brandId: string,
  version: number,
  snapshot: BrandSnapshot,
  signFile: SignFile,
): z.input<typeof BrandBundleSchema> {
  const signed = (file: FileRef) => {
    const { url, expiresAtSeconds } = signFile(file);
    return { url, url_expires_at: expiresAtSeconds };
  };
  const items = snapshot.logos.items.map(
    ({ file, rule: _, ...logo }): z.input<typeof LogoItem> => ({
      ...logo,
      asset_id: file.id,
      ...signed(file),
      mime: file.mime,
    }),
  );
  return {
    brand: { id: brandId, slug: snapshot.brand.slug, name: snapshot.brand.name },
    identity_version: version,
    identity: identityOf(snapshot),
    ...publishColors(snapshot.colors),
    logos: { items, rules: snapshot.logos.rules },
    assets: snapshot.assets.map((asset) => assetEntry(asset, signed(asset.file))),
    ...publishTypography(snapshot.typography, signed),
    ...publishLogoRules(snapshot.logos.items),
    ...publishFoundations(snapshot.foundations),
    ...(snapshot.imagery && { imagery: snapshot.imagery }),
    ...(snapshot.legal && { legal: snapshot.legal }),
  };
}
