import { type Driven, type Given, type Outcome, readable, run } from "./given";
import * as hub from "./hey-api/index";
import { calls } from "./hey-api-calls";

type Webhook = hub.IdentityUpdated | hub.HubTest | hub.RelayedEvent;

/** Each kind of webhook has distinct fields. */
export const versionOf = (webhook: Webhook): number | null =>
  "identity_version" in webhook ? webhook.identity_version : null;

async function drive({ baseUrl, brandId, tool, childApp }: Given): Promise<Driven> {
  const operations: Record<string, Outcome> = {};
  for (const [id, call] of Object.entries(calls)) {
    const { data, error, response } = await call();
    operations[id] = { status: response?.status ?? 0, value: await readable(data), error };
  }

  const ofTool = { baseUrl, auth: childApp, headers: { "X-Tool-Slug": tool } };
  const read = await calls.readBundle();
  if (!read.data || "not_modified" in read.data) throw new Error("a read without since is the bundle");
  const { brand, identity_version: since, colors } = read.data;
  const again = await hub.readBundle({ ...ofTool, path: { id: brandId }, query: { since } });
  const { error, response } = await hub.listTools({ baseUrl, auth: "another" });
  return {
    operations,
    refusal: { status: response?.status ?? 0, code: error?.error.code },
    bundle: {
      name: brand.name,
      version: since,
      colors: colors.palette.map(({ hex }) => hex),
      notModified: again.data !== undefined && "not_modified" in again.data && again.data.not_modified,
    },
  };
}

await run(drive);
