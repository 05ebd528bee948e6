import { describe, expect, it } from "vitest";
import { type IdentityUpdated, type RelayedEvent, verifyHubSignature, verifyStandardWebhook } from "@/lib/contract";
import { signDelivery } from "@/lib/deliveries/sign-delivery";
import { VERIFY_RECIPE } from "@/lib/docs/api-document/verify-recipe";
import { openApiDocument } from "@/lib/docs/server";
import { EXAMPLE_WEBHOOK_SECRET, type Webhook, webhooks } from "@/lib/docs/webhook-catalogue";

interface RenderedWebhook {
  post: { parameters: { name: string; in: string; required: boolean; example: string }[] };
}

type Verify = (body: Uint8Array, headers: Record<string, string>, secrets: string[], nowSeconds: number) => boolean;

const bytesOf = (webhook: Webhook) => new TextEncoder().encode(JSON.stringify(webhook.example));
const headersOf = (webhook: Webhook) => new Headers(webhook.headers.map(({ name, example }) => [name, example]));
const sentAt = (webhook: Webhook) => new Date(Number(headersOf(webhook).get("webhook-timestamp")) * 1000);

describe.each(webhooks.map((webhook) => [webhook.name, webhook] as const))("webhook %s", (_name, webhook) => {
  it("names exactly the headers that a delivery is sent with", () => {
    const sent = signDelivery({
      id: "01920a4e-6a16-7000-8000-000000000001",
      event: "identity.updated",
      attempt: 1,
      body: "{}",
      secrets: ["secret"],
      timestampSeconds: 1773480413,
    });
    const ofHttp = ["Content-Type", "User-Agent"];
    const signed = Object.keys(sent).filter((name) => !ofHttp.includes(name));
    expect(webhook.headers.map(({ name }) => name).sort()).toEqual(signed.sort());
  });

  it("stands in the OpenAPI document with those headers", () => {
    const rendered = openApiDocument("https://hub.example.com").webhooks as unknown as Record<string, RenderedWebhook>;
    const parameters = rendered[webhook.name]?.post.parameters.map(({ name, in: place }) => `${place} ${name}`);
    expect(parameters).toEqual(webhook.headers.map(({ name }) => `header ${name}`));
  });

  it("has an example that parses, and headers that belong to it", () => {
    const parsed = webhook.schema.parse(webhook.example) as IdentityUpdated | RelayedEvent;
    expect(parsed).toEqual(webhook.example);
    expect(headersOf(webhook).get("webhook-id")).toBe(parsed.id);
    expect(headersOf(webhook).get("x-hub-event")).toBe(parsed.type);
  });

  it("has signatures that hold for the example secret, and for no other", async () => {
    const body = bytesOf(webhook);
    const headers = headersOf(webhook);
    const hub = headers.get("x-hub-signature");
    expect(await verifyHubSignature(body, hub, [EXAMPLE_WEBHOOK_SECRET])).toBe(true);
    expect(await verifyHubSignature(body, hub, ["another"])).toBe(false);
    expect(await verifyStandardWebhook(body, headers, [EXAMPLE_WEBHOOK_SECRET], sentAt(webhook))).toBe(true);
    expect(await verifyStandardWebhook(body, headers, ["another"], sentAt(webhook))).toBe(false);
  });

  it("is accepted by the printed recipe, and refused when anything is wrong", async () => {
    const { verify } = (await import(`data:text/javascript,${encodeURIComponent(VERIFY_RECIPE)}`)) as {
      verify: Verify;
    };
    const body = bytesOf(webhook);
    const headers = Object.fromEntries(headersOf(webhook));
    const now = sentAt(webhook).getTime() / 1000;
    const changed = new Uint8Array(body);
    changed[10] = 0x58;

    expect(verify(body, headers, [EXAMPLE_WEBHOOK_SECRET], now)).toBe(true);
    expect(verify(body, headers, ["old", EXAMPLE_WEBHOOK_SECRET], now)).toBe(true);
    expect(verify(changed, headers, [EXAMPLE_WEBHOOK_SECRET], now)).toBe(false);
    expect(verify(body, headers, ["another"], now)).toBe(false);
    expect(verify(body, headers, [EXAMPLE_WEBHOOK_SECRET], now + 301)).toBe(false);
    expect(verify(body, {}, [EXAMPLE_WEBHOOK_SECRET], now)).toBe(false);
  });
});
