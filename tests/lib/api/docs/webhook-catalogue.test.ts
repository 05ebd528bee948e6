import { describe, expect, it } from "vitest";
import { verify } from "@/docs/api/samples/verify-webhook.mts";
import { openApiDocument } from "@/lib/api/docs/server";
import { EXAMPLE_WEBHOOK_SECRET, type Webhook, webhooks } from "@/lib/api/docs/webhook-catalogue";
import {
  type HubTest,
  type IdentityUpdated,
  parseWebhook,
  type RelayedEvent,
  verifyHubSignature,
  verifyStandardWebhook,
  verifyWebhook,
} from "@/lib/contract";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";
import { validatorOf } from "@/tests/support/openapi/described";

interface RenderedWebhook {
  post: {
    parameters: { name: string; in: string; required: boolean; example: string; schema: object }[];
    requestBody: { content: Record<string, { schema: object; examples: Record<string, { value: unknown }> }> };
  };
}

const bytesOf = (webhook: Webhook) => new TextEncoder().encode(JSON.stringify(webhook.example));
const headersOf = (webhook: Webhook) => new Headers(webhook.headers.map(({ name, example }) => [name, example]));
const sentAt = (webhook: Webhook) => new Date(Number(headersOf(webhook).get("webhook-timestamp")) * 1000);

describe.each(webhooks.map((webhook) => [webhook.name, webhook] as const))("webhook %s", (_name, webhook) => {
  it.each([0, 2])("lists exactly the headers of a delivery after %i replays", (replays) => {
    const sent = signDelivery({
      id: "01920a4e-6a16-7000-8000-000000000001",
      event: "identity.updated",
      attempt: 1,
      replays,
      body: "{}",
      secrets: ["secret"],
      timestampSeconds: 1773480413,
    });
    const ofHttp = ["Content-Type", "User-Agent"];
    const signed = Object.keys(sent).filter((name) => !ofHttp.includes(name));
    const named = webhook.headers.filter(({ required = true }) => required || replays > 0);
    expect(named.map(({ name }) => name).sort()).toEqual(signed.sort());
  });

  it("is in the OpenAPI description with those headers", () => {
    const rendered = openApiDocument("https://hub.example.com").webhooks as unknown as Record<string, RenderedWebhook>;
    const parameters = rendered[webhook.name]?.post.parameters.map(({ name, in: place }) => `${place} ${name}`);
    expect(parameters).toEqual(webhook.headers.map(({ name }) => `header ${name}`));
    const optional = rendered[webhook.name]?.post.parameters.filter(({ required }) => !required);
    expect(optional?.map(({ name }) => name)).toEqual(["X-Hub-Replay"]);
  });

  it("has examples in the OpenAPI description that match its schemas", () => {
    const rendered = openApiDocument("https://hub.example.com").webhooks as unknown as Record<string, RenderedWebhook>;
    const { parameters = [], requestBody } = rendered[webhook.name]?.post ?? {};
    const body = requestBody?.content["application/json"];
    expect(validatorOf(body?.schema ?? {}).safeParse(body?.examples.example1?.value).error).toBeUndefined();
    expect(validatorOf(body?.schema ?? {}).safeParse({ ...(webhook.example as object), id: 7 }).success).toBe(false);
    expect(parameters.map(({ schema, example }) => validatorOf(schema).safeParse(example).success)).not.toContain(
      false,
    );
    expect(parameters.map(({ schema }) => validatorOf(schema).safeParse("\0").success)).not.toContain(true);
  });

  it("has a valid example with matching headers", () => {
    const parsed = webhook.schema.parse(webhook.example) as IdentityUpdated | HubTest | RelayedEvent;
    expect(parsed).toEqual(webhook.example);
    expect(headersOf(webhook).get("webhook-id")).toBe(parsed.id);
    expect(headersOf(webhook).get("x-hub-event")).toBe(parsed.type);
  });

  it("has example signatures that verify with the example secret only", async () => {
    const body = bytesOf(webhook);
    const headers = headersOf(webhook);
    const hub = headers.get("x-hub-signature");
    expect(await verifyHubSignature(body, hub, [EXAMPLE_WEBHOOK_SECRET])).toBe(true);
    expect(await verifyHubSignature(body, hub, ["another"])).toBe(false);
    expect(await verifyStandardWebhook(body, headers, [EXAMPLE_WEBHOOK_SECRET], sentAt(webhook))).toBe(true);
    expect(await verifyStandardWebhook(body, headers, ["another"], sentAt(webhook))).toBe(false);
  });

  const now = sentAt(webhook);
  const NONE = `sha256=${"0".repeat(64)}`;

  it.each([
    ["as sent", {}, [EXAMPLE_WEBHOOK_SECRET], true],
    ["one of two secrets", {}, ["old", EXAMPLE_WEBHOOK_SECRET], true],
    [
      "X-Hub-Signature under another secret, as during a rotation",
      { "x-hub-signature": NONE },
      [EXAMPLE_WEBHOOK_SECRET],
      true,
    ],
    ["only X-Hub-Signature", { "webhook-signature": "", "webhook-id": "" }, [EXAMPLE_WEBHOOK_SECRET], true],
    ["another secret", {}, ["another"], false],
    ["no secret", {}, [], false],
    ["an empty secret", {}, ["", "whsec_"], false],
    [
      "X-Hub-Signature of 64 non-text bytes",
      { "x-hub-signature": "é".repeat(64), "webhook-signature": "" },
      [EXAMPLE_WEBHOOK_SECRET],
      false,
    ],
    ["no signature", { "x-hub-signature": "", "webhook-signature": "" }, [EXAMPLE_WEBHOOK_SECRET], false],
    [
      "an old timestamped signature, and none of the body",
      { "x-hub-signature": "", "webhook-timestamp": "1773480000" },
      [EXAMPLE_WEBHOOK_SECRET],
      false,
    ],
  ] as const)("is verified alike by the printed sample and the kit: %s", async (_, changed, secrets, genuine) => {
    const headers = { ...Object.fromEntries(headersOf(webhook)), ...changed };
    const body = bytesOf(webhook);
    const latin1 = new Headers(headers);
    expect(verify(body, headers, [...secrets], now.getTime() / 1000)).toBe(genuine);
    expect(await verifyWebhook(body, latin1, secrets, now)).toBe(genuine);
    const tampered = new Uint8Array(body);
    tampered[10] = 0x58;
    expect(verify(tampered, headers, [...secrets], now.getTime() / 1000)).toBe(false);
    expect(await verifyWebhook(tampered, latin1, secrets, now)).toBe(false);
  });
});

it("is signed with a whsec_ secret's raw bytes, and verified by the printed sample and the kit", async () => {
  const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
  const now = new Date("2026-03-14T09:26:53.000Z");
  const body = "{}";
  const sent = signDelivery({
    id: "one",
    event: "hub.test",
    attempt: 1,
    body,
    secrets: [secret],
    timestampSeconds: now.getTime() / 1000,
  });
  const headers: Record<string, string> = Object.fromEntries(new Headers(sent));
  delete headers["x-hub-signature"];
  expect(verify(new TextEncoder().encode(body), headers, [secret], now.getTime() / 1000)).toBe(true);
  expect(await verifyWebhook(new TextEncoder().encode(body), new Headers(headers), [secret], now)).toBe(true);
});

const KINDS: Record<string, string> = {
  "relayed-event": "relayed",
  "entitlement.granted": "entitlement",
  "entitlement.revoked": "entitlement",
};

it("is recognised by its kind, and a later kind is unknown rather than an error", () => {
  const kinds = webhooks.map((webhook) => parseWebhook(bytesOf(webhook)));
  expect(kinds).toEqual(webhooks.map(({ name, example }) => ({ kind: KINDS[name] ?? name, event: example })));
  const [published] = kinds;
  expect(published?.kind === "identity.updated" && published.event.changed).toEqual(["colors"]);
  const parse = (body: unknown) => parseWebhook(new TextEncoder().encode(JSON.stringify(body)));
  const relayed = webhooks.find(({ name }) => name === "relayed-event")?.example as object;
  expect(parse({ ...relayed, type: "identity.later" })).toEqual({ kind: "unknown", type: "identity.later" });
  expect(parse({ ...relayed, type: "entitlement.revoked" })).toMatchObject({ kind: "relayed" });
  expect(parse({ type: "entitlement.later" })).toEqual({ kind: "unknown", type: "entitlement.later" });
  expect(parse({ type: "asset.approved" })).toEqual({ kind: "unknown", type: "asset.approved" });
  for (const malformed of [null, [], "text", {}, { type: 1 }, { type: "hub.test" }, { type: "identity.updated" }])
    expect(parse(malformed)).toBeNull();
  expect(parseWebhook(Uint8Array.of(0xff))).toBeNull();
});
