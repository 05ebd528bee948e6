import createClient from "openapi-fetch";
import { bearer, type Driven, EVENT, type Given, type Outcome, run, startOf } from "./given";
import type { components, paths } from "./openapi-typescript/schema";

type Webhook = components["schemas"]["IdentityUpdated" | "HubTest" | "RelayedEvent"];

/** Each kind of webhook has distinct fields. */
export const versionOf = (webhook: Webhook): number | null =>
  "identity_version" in webhook ? webhook.identity_version : null;

async function drive({ baseUrl, brandId, tool, eventKey, ...tokens }: Given): Promise<Driven> {
  const client = createClient<paths>({ baseUrl });
  const ofKey = { headers: bearer(tokens.apiKey) };
  const ofSession = { headers: bearer(tokens.session) };
  const ofDispatch = { headers: bearer(tokens.dispatch) };
  const ofTool = { headers: bearer(tokens.childApp) };
  const header = { "X-Tool-Slug": tool };
  const event = { ...EVENT, brand_id: brandId, idempotency_key: eventKey };
  const operations: Record<string, Outcome> = {};
  const note = <Answer extends { data?: unknown; error?: unknown; response: Response }>(id: string, answer: Answer) => {
    operations[id] = { status: answer.response.status, value: answer.data, error: answer.error };
    return answer;
  };

  note("listTools", await client.GET("/api/public/tools", ofKey));
  note("listBrands", await client.GET("/api/public/brands", ofKey));
  note("listMyBrands", await client.GET("/api/public/brands/me", ofSession));
  note(
    "readMyBrand",
    await client.GET("/api/public/brand/me", { ...ofSession, params: { header: { "X-Brand-Id": brandId } } }),
  );
  note("ingestLooseEvent", await client.POST("/api/public/events", { ...ofKey, body: { type: "asset.approved" } }));
  note("mintFederationToken", await client.POST("/api/public/federation/mint", { ...ofSession, body: {} }));
  note(
    "exchangeFederationToken",
    await client.POST("/api/public/federation/exchange", { body: { token: tokens.federation } }),
  );
  const read = note(
    "readBundle",
    await client.GET("/api/public/v1/brand/by-id/{id}/bundle", {
      ...ofTool,
      params: { path: { id: brandId }, header },
    }),
  );
  note(
    "listToolBrands",
    await client.GET("/api/public/v1/brands", { ...ofTool, params: { header, query: { limit: 5 } } }),
  );
  note(
    "findChangedBundles",
    await client.POST("/api/public/v1/bundles/changed", {
      ...ofTool,
      params: { header },
      body: { brands: [{ id: brandId, since: 0 }] },
    }),
  );
  note("ingestEvent", await client.POST("/api/public/v1/events", { ...ofTool, params: { header }, body: event }));
  note(
    "ingestEventBatch",
    await client.POST("/api/public/v1/events/batch", { ...ofTool, params: { header }, body: { events: [event] } }),
  );
  note("dispatchTick", await client.POST("/api/public/v1/internal/dispatch-tick", ofDispatch));
  note("dispatchTickByCron", await client.GET("/api/public/v1/internal/dispatch-tick", ofDispatch));
  note(
    "registerSubscription",
    await client.POST("/api/public/v1/internal/register-subscription", {
      ...ofDispatch,
      body: { brand_id: brandId, tool_slug: tool, webhook_url: "https://studio.example.com/hook" },
    }),
  );
  note("readOpenApi", await client.GET("/api/public/v1/docs/openapi.json"));
  const pdf = await client.GET("/api/public/v1/docs/api.pdf", { parseAs: "blob" });
  note("readApiPdf", { ...pdf, data: pdf.data && (await startOf(pdf.data)) });

  if (!read.data || "not_modified" in read.data) throw new Error("a read without since is the bundle");
  const { brand, identity_version: since, colors } = read.data;
  const again = await client.GET("/api/public/v1/brand/by-id/{id}/bundle", {
    ...ofTool,
    params: { path: { id: brandId }, header, query: { since } },
  });
  const { error, response } = await client.GET("/api/public/tools", { headers: bearer("another") });
  return {
    operations,
    refusal: { status: response.status, code: error?.error.code },
    bundle: {
      name: brand.name,
      version: since,
      colors: colors.palette.map(({ hex }) => hex),
      notModified: again.data !== undefined && "not_modified" in again.data && again.data.not_modified,
    },
  };
}

await run(drive);
