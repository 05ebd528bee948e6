import { Inbox, webhookHandler } from "@/lib/contract";
import { reasonOf, type Studio } from "./studio";

/** `POST /webhooks/hub`: marks the brand's row stale. The next reader asks the hub. */
export function receiveWebhook(request: Request, studio: Studio): Promise<Response> {
  const { config, store, cache, activity, changes, now } = studio;
  const inbox = new Inbox({
    store: store.inbox,
    onEvent: ({ type, source_tool, brand_id: brandId }) =>
      activity.add({ kind: "webhook", ok: true, text: `${type} of ${source_tool}`, brandId }),
    now,
  });
  const receive = webhookHandler({
    secrets: config.webhookSecrets,
    cache,
    inbox,
    onPublished({ brand_id: brandId, identity_version: version }) {
      activity.add({ kind: "webhook", ok: true, text: `identity.updated, version ${version}`, brandId });
      changes.announce(brandId, version);
    },
    onProblem: ({ message, error }) =>
      activity.add({
        kind: "webhook",
        ok: false,
        text: error ? reasonOf(error) : `refused: ${message}`,
        brandId: null,
      }),
    now,
  });
  return receive(request);
}
