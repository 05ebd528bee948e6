const { HUB_URL, HUB_TOOL, HUB_TOKEN, BRAND_ID } = process.env;

/** The brand's bundle, or null if the version that we have is still the current one. */
export async function readBundle(brandId, since) {
  const query = since === undefined ? "" : `?since=${since}`;
  const answer = await fetch(`${HUB_URL}/api/public/v1/brand/by-id/${brandId}/bundle${query}`, {
    headers: { authorization: `Bearer ${HUB_TOKEN}`, "x-tool-slug": HUB_TOOL },
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${answer.status} ${body.error.code}: ${body.error.message}`);
  return body.not_modified ? null : body;
}

if (process.argv[1].endsWith("read-bundle.mjs")) {
  const bundle = await readBundle(BRAND_ID);
  console.log(bundle.brand.name, "has version", bundle.identity_version);
  console.log("changed since then:", (await readBundle(BRAND_ID, bundle.identity_version)) !== null);
}
