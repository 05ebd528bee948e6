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
import type { BrandBundleSchema } from "@/lib/contract";

export function assetEntry<Fields extends object>({ id, kind, name, file }: StoredAsset, fields: Fields) {
  const size = file.width && file.height ? { width: file.width, height: file.height } : {};
  const { mime, bytes, sha256 } = file;
  return { id, kind, name, ...fields, mime, bytes, sha256, ...size };
}

/** Everything published of a version. `fieldsOf` says how it names files. */
export function publishedContent<Fields extends object>(
  brandId: string,
  version: number,
  snapshot: BrandSnapshot,
  fieldsOf: (file: FileRef) => Fields,
) {
  const items = snapshot.logos.items.map(({ file, rule: _, ...logo }) => ({
    ...logo,
    asset_id: file.id,
    ...fieldsOf(file),
    mime: file.mime,
  }));
  return {
    brand: { id: brandId, slug: snapshot.brand.slug, name: snapshot.brand.name },
    identity_version: version,
    identity: identityOf(snapshot),
    ...publishColors(snapshot.colors),
    logos: { items, rules: snapshot.logos.rules },
    assets: snapshot.assets.map((asset) => assetEntry(asset, fieldsOf(asset.file))),
    ...publishTypography(snapshot.typography, fieldsOf),
    ...publishLogoRules(snapshot.logos.items),
    ...publishFoundations(snapshot.foundations),
    ...(snapshot.imagery && { imagery: snapshot.imagery }),
    ...(snapshot.legal && { legal: snapshot.legal }),
  };
}

export const assembleBundle = (
  brandId: string,
  version: number,
  snapshot: BrandSnapshot,
  signFile: (file: FileRef) => { url: string; expiresAtSeconds: number },
): z.input<typeof BrandBundleSchema> =>
  publishedContent(brandId, version, snapshot, (file) => {
    const { url, expiresAtSeconds } = signFile(file);
    return { url, url_expires_at: expiresAtSeconds };
  });
