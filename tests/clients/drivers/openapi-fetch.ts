import { bearer, type Driven, type Given, type Outcome, readable, run } from "./given";
import { calls, client } from "./openapi-fetch-calls";
import type { components } from "./openapi-typescript/schema";

type Webhook = components["schemas"]["IdentityUpdated" | "HubTest" | "RelayedEvent"];

/** Each kind of webhook has distinct fields. */
export const versionOf = (webhook: Webhook): number | null =>
  "identity_version" in webhook ? webhook.identity_version : null;

async function drive({ brandId, tool, childApp }: Given): Promise<Driven> {
  const operations: Record<string, Outcome> = {};
  for (const [id, call] of Object.entries(calls)) {
    const { data, error, response } = await call();
    operations[id] = { status: response.status, value: await readable(data), error };
  }

  const read = await calls.readBundle();
  if (!read.data || "not_modified" in read.data) throw new Error("a read without since is the bundle");
  const { brand, identity_version: since, colors } = read.data;
  const again = await client.GET("/api/public/v1/brand/by-id/{id}/bundle", {
    headers: bearer(childApp),
    params: { path: { id: brandId }, header: { "X-Tool-Slug": tool }, query: { since } },
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
