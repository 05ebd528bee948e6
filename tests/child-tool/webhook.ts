import { parseWebhook, verifyWebhook } from "@/lib/contract";
import { readBody } from "./read-body";
import type { Studio } from "./studio";

const plain = (status: number, text: string) =>
  new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8" } });

/** `POST /webhooks/hub`: marks the brand's row stale and answers at once; the next reader of the brand asks the hub. */
export async function receiveWebhook(request: Request, studio: Studio): Promise<Response> {
  const body = await readBody(request);
  if (!body) return plain(413, "The body is too long.");
  if (!(await verifyWebhook(body, request.headers, studio.config.webhookSecrets, studio.now()))) {
    studio.activity.add({ kind: "webhook", ok: false, text: "refused: its signature did not verify", brandId: null });
    return plain(401, "The signature does not verify.");
  }
  const webhook = parseWebhook(body);
  if (!webhook) return plain(400, "The body does not follow the contract.");
  if (webhook.kind !== "identity.updated") return plain(200, "ignored");
  const { brand_id: brandId, identity_version: version } = webhook.event;
  await studio.cache.receive(webhook.event);
  studio.activity.add({ kind: "webhook", ok: true, text: `identity.updated, version ${version}`, brandId });
  studio.changes.announce(brandId, version);
  return plain(200, "ok");
}
