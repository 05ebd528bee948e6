import { emptyDocument, type StoredAsset } from "@/lib/brand-document";
import { assembleBundle } from "@/lib/bundles";

/** The JSON that the bundle has of an asset; what is new at each read stands in angle brackets. */
export function bundleEntryOf(brandId: string, asset: StoredAsset): string {
  const snapshot = { ...emptyDocument(), assets: [asset], brand: { name: "", slug: "" } };
  const [entry] = assembleBundle(brandId, 1, snapshot, () => ({ url: "", expiresAtSeconds: 0 })).assets;
  const shown = { ...entry, url: "<signed URL, good for 30 minutes>", url_expires_at: "<Unix seconds>" };
  return JSON.stringify(shown, null, 2);
}
