import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { verifyHubSignature, verifyStandardWebhook } from "@/lib/contract/webhooks";
import { describeHeaders, signDelivery } from "@/lib/integrations/webhooks/sign-delivery";
import { newId } from "@/lib/platform/ids";

const body = Buffer.from('{"name":"Zoë","n":1}\n');
const delivery = {
  id: "0190a6f0-0000-7000-8000-000000000001",
  event: "identity.updated",
  attempt: 3,
  body,
  secrets: ["first-secret-first-secret-first-secret", "second-secret-second-secret-second-s"],
  timestampSeconds: 1_767_225_600,
};
const now = new Date(delivery.timestampSeconds * 1000);

describe("signDelivery", () => {
  it("names event, delivery, attempt and media type in headers", () => {
    expect(signDelivery(delivery)).toMatchObject({
      "Content-Type": "application/json",
      "X-Hub-Event": "identity.updated",
      "X-Hub-Delivery": delivery.id,
      "X-Hub-Attempt": "3",
      "webhook-id": delivery.id,
      "webhook-timestamp": "1767225600",
      "User-Agent": expect.stringMatching(/^Brand-Identity-Hub\//),
    });
  });

  it("names the replay count, if any", () => {
    expect(signDelivery({ ...delivery, replays: 2 })).toEqual({ ...signDelivery(delivery), "X-Hub-Replay": "2" });
    expect(signDelivery({ ...delivery, replays: 0 })).toEqual(signDelivery(delivery));
    expect(signDelivery(delivery)).not.toHaveProperty("X-Hub-Replay");
  });

  it("signs the exact bytes with the first secret in X-Hub-Signature", async () => {
    const headers = signDelivery(delivery);
    const expected = createHmac("sha256", delivery.secrets[0] ?? "")
      .update(body)
      .digest("hex");
    expect(headers["X-Hub-Signature"]).toBe(`sha256=${expected}`);
    expect(await verifyHubSignature(body, headers["X-Hub-Signature"], [delivery.secrets[0] ?? ""])).toBe(true);
    expect(await verifyHubSignature(body, headers["X-Hub-Signature"], [delivery.secrets[1] ?? ""])).toBe(false);
  });

  it("signs a string as its UTF-8 bytes", () => {
    expect(signDelivery({ ...delivery, body: body.toString() })).toEqual(signDelivery(delivery));
  });

  it.each([0, 1])("verifies as a Standard Webhook under secret %i while rotating", async (index) => {
    const headers = new Headers(signDelivery(delivery));
    expect(headers.get("webhook-signature")?.split(" ")).toHaveLength(2);
    expect(await verifyStandardWebhook(body, headers, [delivery.secrets[index] ?? ""], now)).toBe(true);
    expect(await verifyStandardWebhook(Buffer.from("{}"), headers, delivery.secrets, now)).toBe(false);
  });

  it("reproduces the Standard Webhooks reference signature for a whsec_ secret", () => {
    // From the reference implementation's tests.
    const headers = signDelivery({
      ...delivery,
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      body: '{"test": 2432232314}',
      secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
      timestampSeconds: 1_614_265_330,
    });
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  it("refuses to sign without a secret", () => {
    expect(() => signDelivery({ ...delivery, secrets: [] })).toThrow(RangeError);
    expect(() => signDelivery({ ...delivery, secrets: [""] })).toThrow(RangeError);
  });
});

it("lists exactly the sent headers, without values that depend on secret or time", () => {
  const id = newId();
  const described = describeHeaders({ id, event: "identity.updated", attempt: 3, replays: 1 });
  const sent = signDelivery({
    id,
    event: "identity.updated",
    attempt: 3,
    replays: 1,
    body: "{}",
    secrets: ["a-signing-secret-of-the-tests-0123456789"],
    timestampSeconds: 1_772_000_000,
  });
  expect(described.map(({ name }) => name)).toEqual(Object.keys(sent));
  const withheld = described.filter(({ value }) => value === null).map(({ name }) => name);
  expect(withheld).toEqual(["X-Hub-Signature", "webhook-timestamp", "webhook-signature"]);
  for (const { name, value } of described) if (value !== null) expect(value).toBe(sent[name]);
});
