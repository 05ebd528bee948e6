import { type Driven, EVENT, type Given, type Outcome, run, startOf } from "./given";
import * as hub from "./hey-api/index";

type Webhook = hub.IdentityUpdated | hub.HubTest | hub.RelayedEvent;

/** Each kind of webhook has distinct fields. */
export const versionOf = (webhook: Webhook): number | null =>
  "identity_version" in webhook ? webhook.identity_version : null;

async function drive({ baseUrl, brandId, tool, eventKey, ...tokens }: Given): Promise<Driven> {
  const ofKey = { baseUrl, auth: tokens.apiKey };
  const ofSession = { baseUrl, auth: tokens.session };
  const ofDispatch = { baseUrl, auth: tokens.dispatch };
  const ofTool = { baseUrl, auth: tokens.childApp, headers: { "X-Tool-Slug": tool } };
  const event = { ...EVENT, brand_id: brandId, idempotency_key: eventKey };
  const operations: Record<string, Outcome> = {};
  const note = <Answer extends { data?: unknown; error?: unknown; response?: Response }>(
    id: string,
    answer: Answer,
  ) => {
    operations[id] = { status: answer.response?.status ?? 0, value: answer.data, error: answer.error };
    return answer;
  };

  note("listTools", await hub.listTools(ofKey));
  note("listBrands", await hub.listBrands(ofKey));
  note("listMyBrands", await hub.listMyBrands(ofSession));
  note("readMyBrand", await hub.readMyBrand({ ...ofSession, headers: { "X-Brand-Id": brandId } }));
  note("ingestLooseEvent", await hub.ingestLooseEvent({ ...ofKey, body: { type: "asset.approved" } }));
  note("mintFederationToken", await hub.mintFederationToken({ ...ofSession, body: {} }));
  note("exchangeFederationToken", await hub.exchangeFederationToken({ baseUrl, body: { token: tokens.federation } }));
  const read = note("readBundle", await hub.readBundle({ ...ofTool, path: { id: brandId } }));
  note("listToolBrands", await hub.listToolBrands({ ...ofTool, query: { limit: 5 } }));
  note(
    "findChangedBundles",
    await hub.findChangedBundles({ ...ofTool, body: { brands: [{ id: brandId, since: 0 }] } }),
  );
  note("ingestEvent", await hub.ingestEvent({ ...ofTool, body: event }));
  note("ingestEventBatch", await hub.ingestEventBatch({ ...ofTool, body: { events: [event] } }));
  note("dispatchTick", await hub.dispatchTick(ofDispatch));
  note("dispatchTickByCron", await hub.dispatchTickByCron(ofDispatch));
  note(
    "registerSubscription",
    await hub.registerSubscription({
      ...ofDispatch,
      body: { brand_id: brandId, tool_slug: tool, webhook_url: "https://studio.example.com/hook" },
    }),
  );
  note("readOpenApi", await hub.readOpenApi({ baseUrl }));
  const pdf = await hub.readApiPdf({ baseUrl });
  note("readApiPdf", { ...pdf, data: pdf.data && (await startOf(pdf.data)) });

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
