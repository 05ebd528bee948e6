/** What a sample needs to be sent as it stands, except for its credential, which a person puts into the environment. */
type SampleContext = { baseUrl: string; brandId: string; toolSlug: string; now: Date };

/** The variables of a shell that the samples take their credentials from, as the page that shows each once names it. */
export const apiKeyVariable = "BRAND_HUB_API_KEY";
export const childTokenVariable = "HUB_TOKEN";

const curl = (url: string, headers: readonly string[], body: object): string =>
  [
    `curl -s -X POST ${url}`,
    ...headers.map((header) => `  -H "${header}"`),
    `  -H "Content-Type: application/json"`,
    `  -d '${JSON.stringify(body)}'`,
  ].join(" \\\n");

/** A version 1 event: from a tool's back end, counted once per idempotency key, passed on to other tools. */
export const versionOneSample = ({ baseUrl, brandId, toolSlug, now }: SampleContext): string =>
  curl(
    `${baseUrl}/api/public/v1/events`,
    [`Authorization: Bearer $${childTokenVariable}`, `X-Tool-Slug: ${toolSlug}`],
    {
      brand_id: brandId,
      type: "asset.approved",
      occurred_at: now.toISOString(),
      idempotency_key: `sample-${now.getTime()}`,
      trace_id: `sample-${now.getTime()}`,
      payload: { asset: "poster-12" },
    },
  );

/** A version 0 event: from a service with an API key of this brand; stored, not passed on. */
export const versionZeroSample = ({ baseUrl }: Pick<SampleContext, "baseUrl">): string =>
  curl(`${baseUrl}/api/public/events`, [`Authorization: Bearer $${apiKeyVariable}`], {
    type: "order.created",
    payload: { order: 4711 },
  });
