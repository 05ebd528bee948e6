import { assembleBundle } from "@/lib/bundles/assemble-bundle";
import { emptyDocument, type StoredAsset } from "@/lib/snapshot";

/** The JSON that the bundle has of an asset; what is new at each read stands in angle brackets. */
export function bundleEntryOf(brandId: string, asset: StoredAsset): string {
  const snapshot = { ...emptyDocument(), assets: [asset], brand: { name: "", slug: "" } };
  const [entry] = assembleBundle(brandId, 1, snapshot, () => ({ url: "", expiresAtSeconds: 0 })).assets;
  const shown = { ...entry, url: "<signed address, good for 30 minutes>", url_expires_at: "<Unix seconds>" };
  return JSON.stringify(shown, null, 2);
}
