import { IdentityUpdated, verifyHubSignature, verifyStandardWebhook } from "@/lib/contract";
import { readBody } from "./read-body";
import type { Studio } from "./studio";

const plain = (status: number, text: string) =>
  new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8" } });

/**
 * Whether the hub sent exactly these bytes. The Standard Webhooks headers also cover the time; where they are missing, a
 * repeated body does no harm, since a version at or below the stored one is ignored.
 */
async function isFromHub(body: Uint8Array, headers: Headers, { config, now }: Studio): Promise<boolean> {
  if (!(await verifyHubSignature(body, headers.get("x-hub-signature"), config.webhookSecrets))) return false;
  const hasStandard = headers.has("webhook-signature") || headers.has("webhook-timestamp") || headers.has("webhook-id");
  return !hasStandard || verifyStandardWebhook(body, headers, config.webhookSecrets, now());
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

const typeOf = (event: unknown): string | null =>
  typeof event === "object" && event !== null && "type" in event && typeof event.type === "string" ? event.type : null;

/** `POST /webhooks/hub`: marks the brand's row stale and answers at once; the next reader of the brand asks the hub. */
export async function receiveWebhook(request: Request, studio: Studio): Promise<Response> {
  const body = await readBody(request);
  if (!body) return plain(413, "The body is too long.");
  if (!(await isFromHub(body, request.headers, studio))) {
    studio.activity.add({ kind: "webhook", ok: false, text: "refused: its signature did not verify", brandId: null });
    return plain(401, "The signature does not verify.");
  }
  const event = parse(body);
  const type = typeOf(event);
  if (type === null) return plain(400, "The body is not an event.");
  if (type !== "identity.updated") return plain(200, "ignored");
  const parsed = IdentityUpdated.safeParse(event);
  if (!parsed.success) return plain(400, "The body does not follow the contract.");
  const { brand_id: brandId, identity_version: version } = parsed.data;
  await studio.cache.receive(parsed.data);
  studio.activity.add({ kind: "webhook", ok: true, text: `identity.updated, version ${version}`, brandId });
  studio.changes.announce(brandId, version);
  return plain(200, "ok");
}
