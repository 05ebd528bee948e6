// SPDX-License-Identifier: MIT
const { HUB_URL, HUB_TOOL = "", HUB_TOKEN, BRAND_ID = "" } = process.env;

/** All fields are in the docs, under "Read a brand's bundle". */
export interface Bundle {
  brand: { id: string; slug: string; name: string };
  identity_version: number;
}

type Result = Bundle & { not_modified?: true; error?: { code: string; message: string } };

/** Returns the brand's bundle, or null if `since` is still the current version. */
export async function readBundle(brandId: string, since?: number): Promise<Bundle | null> {
  const query = since === undefined ? "" : `?since=${since}`;
  const response = await fetch(`${HUB_URL}/api/public/v1/brand/by-id/${brandId}/bundle${query}`, {
    headers: { authorization: `Bearer ${HUB_TOKEN}`, "x-tool-slug": HUB_TOOL },
  });
  const body = (await response.json()) as Result;
  if (body.error) throw new Error(`${response.status} ${body.error.code}: ${body.error.message}`);
  return body.not_modified ? null : body;
}

if (process.argv[1]?.endsWith("read-bundle.mts")) {
  const bundle = await readBundle(BRAND_ID);
  console.log(bundle?.brand.name, "has version", bundle?.identity_version);
  console.log("changed since then:", (await readBundle(BRAND_ID, bundle?.identity_version)) !== null);
}
