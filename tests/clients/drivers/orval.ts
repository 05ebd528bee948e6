import { bearer, type Driven, EVENT, type Given, type Outcome, run, startOf } from "./given";
import * as hub from "./orval/client";
import { hubFetch } from "./orval-fetch";

type Webhook = hub.IdentityUpdated | hub.HubTest | hub.RelayedEvent;

/** Each kind of webhook has distinct fields. */
export const versionOf = (webhook: Webhook): number | null =>
  "identity_version" in webhook ? webhook.identity_version : null;

async function drive({ baseUrl, brandId, tool, eventKey, ...tokens }: Given): Promise<Driven> {
  hubFetch.baseUrl = baseUrl;
  const ofKey = { headers: bearer(tokens.apiKey) };
  const ofSession = { headers: bearer(tokens.session) };
  const ofDispatch = { headers: bearer(tokens.dispatch) };
  const ofTool = { headers: bearer(tokens.childApp) };
  const tooled = { "X-Tool-Slug": tool };
  const event = { ...EVENT, brand_id: brandId, idempotency_key: eventKey };
  const operations: Record<string, Outcome> = {};
  const note = <Answer extends { data: unknown; status: number }>(id: string, answer: Answer) => {
    operations[id] = { status: answer.status, value: answer.data };
    return answer;
  };

  note("listTools", await hub.listTools(ofKey));
  note("listBrands", await hub.listBrands(ofKey));
  note("listMyBrands", await hub.listMyBrands(ofSession));
  note("readMyBrand", await hub.readMyBrand({ "X-Brand-Id": brandId }, ofSession));
  note("ingestLooseEvent", await hub.ingestLooseEvent({ type: "asset.approved" }, ofKey));
  note("mintFederationToken", await hub.mintFederationToken({}, ofSession));
  note("exchangeFederationToken", await hub.exchangeFederationToken({ token: tokens.federation }));
  const read = note("readBundle", await hub.readBundle(brandId, tooled, {}, ofTool));
  note("listToolBrands", await hub.listToolBrands(tooled, { limit: 5 }, ofTool));
  note("findChangedBundles", await hub.findChangedBundles({ brands: [{ id: brandId, since: 0 }] }, tooled, ofTool));
  note("ingestEvent", await hub.ingestEvent(event, tooled, ofTool));
  note("ingestEventBatch", await hub.ingestEventBatch({ events: [event] }, tooled, ofTool));
  note("dispatchTick", await hub.dispatchTick(ofDispatch));
  note("dispatchTickByCron", await hub.dispatchTickByCron(ofDispatch));
  note(
    "registerSubscription",
    await hub.registerSubscription(
      { brand_id: brandId, tool_slug: tool, webhook_url: "https://studio.example.com/hook" },
      ofDispatch,
    ),
  );
  note("readOpenApi", await hub.readOpenApi());
  const pdf = await hub.readApiPdf();
  if (pdf.status !== 200) throw new Error("the documentation is for everybody");
  note("readApiPdf", { ...pdf, data: await startOf(pdf.data) });

  if (read.status !== 200 || "not_modified" in read.data) throw new Error("a read without since is the bundle");
  const { brand, identity_version: since, colors } = read.data;
  const again = await hub.readBundle(brandId, tooled, { since }, ofTool);
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
