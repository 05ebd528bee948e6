import { bearer, type Driven, type Given, type Outcome, readable, run } from "./given";
import * as hub from "./orval/client";
import { calls } from "./orval-calls";

type Webhook = hub.IdentityUpdated | hub.HubTest | hub.RelayedEvent;

/** Each kind of webhook has distinct fields. */
export const versionOf = (webhook: Webhook): number | null =>
  "identity_version" in webhook ? webhook.identity_version : null;

async function drive({ brandId, tool, childApp }: Given): Promise<Driven> {
  const operations: Record<string, Outcome> = {};
  for (const [id, call] of Object.entries(calls)) {
    const { data, status } = await call();
    operations[id] = { status, value: await readable(data) };
  }

  const read = await calls.readBundle();
  if (read.status !== 200 || "not_modified" in read.data) throw new Error("a read without since is the bundle");
  const { brand, identity_version: since, colors } = read.data;
  const again = await hub.readBundle(brandId, { "X-Tool-Slug": tool }, { since }, { headers: bearer(childApp) });
  const refused = await hub.listTools({ headers: bearer("another") });
  return {
    operations,
    refusal: { status: refused.status, code: refused.status === 401 ? refused.data.error.code : undefined },
    bundle: {
      name: brand.name,
      version: since,
      colors: colors.palette.map(({ hex }) => hex),
      notModified: again.status === 200 && "not_modified" in again.data && again.data.not_modified,
    },
  };
}

await run(drive);
