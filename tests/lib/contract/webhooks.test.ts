import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hubSignature, verifyHubSignature, verifyStandardWebhook, WEBHOOK_TOLERANCE_SECONDS } from "@/lib/contract";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";

const encode = (text: string) => new TextEncoder().encode(text);
const BODY = encode('{"type":"identity.updated","name":"Älder"}');
const SECRET = "current-secret-of-the-tests-0123456789abcdef";
const FORMER = "former-secret-of-the-tests-0123456789abcdefg";
const NOW = new Date("2026-03-14T09:26:53.000Z");
const NOW_SECONDS = NOW.getTime() / 1000;

const hmac = (secret: string | Buffer, ...parts: (string | Uint8Array)[]) => {
  const mac = createHmac("sha256", secret);
  for (const part of parts) mac.update(part);
  return mac;
};

function standardHeaders(key: string | Buffer = SECRET, timestamp = String(NOW_SECONDS), id = "delivery-1"): Headers {
  const signature = hmac(key, `${id}.${timestamp}.`, BODY).digest("base64");
  return new Headers({ "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` });
}

const changed = (headers: Headers, name: string, value: string | null): Headers => {
  const copy = new Headers(headers);
  if (value === null) copy.delete(name);
  else copy.set(name, value);
  return copy;
};

describe("X-Hub-Signature", () => {
  it("is sha256= and the lower-case hex HMAC of the body", async () => {
    expect(await hubSignature(BODY, SECRET)).toBe(`sha256=${hmac(SECRET, BODY).digest("hex")}`);
  });

  it("verifies only the bytes that were signed", async () => {
    const signature = await hubSignature(BODY, SECRET);
    expect(await verifyHubSignature(BODY, signature, [SECRET])).toBe(true);
    for (let index = 0; index < BODY.length; index += 1) {
      const tampered = Uint8Array.from(BODY);
      tampered[index] = (tampered[index] ?? 0) ^ 1;
      expect(await verifyHubSignature(tampered, signature, [SECRET])).toBe(false);
    }
    expect(await verifyHubSignature(BODY.slice(0, -1), signature, [SECRET])).toBe(false);
    expect(await verifyHubSignature(new Uint8Array(), signature, [SECRET])).toBe(false);
  });

  it("verifies under any secret of a rotation and no other", async () => {
    const signature = await hubSignature(BODY, FORMER);
    expect(await verifyHubSignature(BODY, signature, [SECRET, FORMER])).toBe(true);
    expect(await verifyHubSignature(BODY, signature, [SECRET])).toBe(false);
  });

  it("is invalid without a secret or with an empty one", async () => {
    const signature = await hubSignature(BODY, SECRET);
    expect(await verifyHubSignature(BODY, signature, [])).toBe(false);
    expect(await verifyHubSignature(BODY, signature, [""])).toBe(false);
    expect(await verifyHubSignature(BODY, `sha256=${createHmac("sha256", "").update(BODY).digest("hex")}`, [""])).toBe(
      false,
    );
  });

  it.each([
    null,
    undefined,
    "",
    "sha256=",
    "sha256",
    "sha1=da39a3ee5e6b4b0d3255bfef95601890afd80709",
    `sha256=${"0".repeat(64)}`,
    `sha256=${"z".repeat(64)}`,
    `sha256=${"0".repeat(100_000)}`,
    "💥",
  ])("is false for the malformed signature %#, and never throws", async (signature) => {
    expect(await verifyHubSignature(BODY, signature, [SECRET])).toBe(false);
  });

  it("is invalid with the right digits in another form", async () => {
    const signature = await hubSignature(BODY, SECRET);
    for (const other of [
      signature.toUpperCase(),
      signature.slice("sha256=".length),
      ` ${signature}`,
      `${signature}0`,
    ]) {
      expect(await verifyHubSignature(BODY, other, [SECRET])).toBe(false);
    }
  });
});

describe("Standard Webhooks headers", () => {
  it("verify the body, id and timestamp that were signed", async () => {
    expect(await verifyStandardWebhook(BODY, standardHeaders(), [SECRET], NOW)).toBe(true);
  });

  it("don't verify a changed body, id or timestamp", async () => {
    const headers = standardHeaders();
    expect(await verifyStandardWebhook(encode("{}"), headers, [SECRET], NOW)).toBe(false);
    expect(await verifyStandardWebhook(BODY, changed(headers, "webhook-id", "delivery-2"), [SECRET], NOW)).toBe(false);
    const later = changed(headers, "webhook-timestamp", String(NOW_SECONDS + 1));
    expect(await verifyStandardWebhook(BODY, later, [SECRET], NOW)).toBe(false);
  });

  it("don't verify a timestamp more than five minutes in the past or future", async () => {
    expect(WEBHOOK_TOLERANCE_SECONDS).toBe(300);
    for (const offset of [-300, 300]) {
      expect(
        await verifyStandardWebhook(BODY, standardHeaders(SECRET, String(NOW_SECONDS + offset)), [SECRET], NOW),
      ).toBe(true);
    }
    for (const offset of [-301, 301]) {
      expect(
        await verifyStandardWebhook(BODY, standardHeaders(SECRET, String(NOW_SECONDS + offset)), [SECRET], NOW),
      ).toBe(false);
    }
    const headers = standardHeaders(SECRET, String(NOW_SECONDS - 301));
    expect(await verifyStandardWebhook(BODY, headers, [SECRET], NOW, 600)).toBe(true);
  });

  it("verify if any signature matches any secret", async () => {
    const [current, former] = [standardHeaders(SECRET), standardHeaders(FORMER)].map((one) =>
      one.get("webhook-signature"),
    );
    const both = changed(standardHeaders(), "webhook-signature", `v1a,bm9wZQ== ${former} ${current}`);
    expect(await verifyStandardWebhook(BODY, both, [SECRET], NOW)).toBe(true);
    expect(await verifyStandardWebhook(BODY, both, [FORMER], NOW)).toBe(true);
    expect(await verifyStandardWebhook(BODY, both, ["a third secret"], NOW)).toBe(false);
    expect(await verifyStandardWebhook(BODY, both, [], NOW)).toBe(false);
  });

  it("decode a whsec_ secret from base64 in either alphabet", async () => {
    const key = Buffer.from("fbefbe00ffeeddccbbaa99887766554433221100", "hex");
    const headers = standardHeaders(key);
    expect(await verifyStandardWebhook(BODY, headers, [`whsec_${key.toString("base64")}`], NOW)).toBe(true);
    expect(await verifyStandardWebhook(BODY, headers, [`whsec_${key.toString("base64url")}`], NOW)).toBe(true);
  });

  it("don't verify under an invalid or empty secret, never throw, and still accept other secrets", async () => {
    for (const secret of ["whsec_***", "whsec_", "whsec_a", "", "whsec_ä"]) {
      expect(await verifyStandardWebhook(BODY, standardHeaders(), [secret], NOW)).toBe(false);
      expect(await verifyStandardWebhook(BODY, standardHeaders(), [secret, SECRET], NOW)).toBe(true);
    }
  });

  it.each([
    ["webhook-id", null],
    ["webhook-id", ""],
    ["webhook-timestamp", null],
    ["webhook-timestamp", "now"],
    ["webhook-timestamp", "1e9"],
    ["webhook-timestamp", "-5"],
    ["webhook-timestamp", "9".repeat(400)],
    ["webhook-signature", null],
    ["webhook-signature", ""],
    ["webhook-signature", "v1"],
    ["webhook-signature", "v1,"],
    ["webhook-signature", "v1,not base64 at all"],
    ["webhook-signature", `v1,${"A".repeat(10_000)}`],
  ])("are false with a malformed %s (case %#), and never throw", async (name, value) => {
    expect(await verifyStandardWebhook(BODY, changed(standardHeaders(), name, value), [SECRET], NOW)).toBe(false);
  });
});

describe("what the hub signs", () => {
  it.each([[SECRET], [`whsec_${Buffer.from(SECRET).toString("base64")}`]])(
    "verifies with the kit under %s",
    async (secret) => {
      const id = "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a01";
      const secrets = [secret, FORMER];
      const delivery = {
        id,
        event: "identity.updated",
        attempt: 1,
        body: Buffer.from(BODY),
        secrets,
        timestampSeconds: NOW_SECONDS,
      };
      const headers = new Headers(signDelivery(delivery));
      expect(await verifyHubSignature(BODY, headers.get("x-hub-signature"), [secret])).toBe(true);
      expect(await verifyStandardWebhook(BODY, headers, [secret], NOW)).toBe(true);
      expect(await verifyStandardWebhook(BODY, headers, [FORMER], NOW)).toBe(true);
    },
  );
});
