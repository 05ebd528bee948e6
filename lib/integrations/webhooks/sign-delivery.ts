import { createHmac } from "node:crypto";
import { TEST_EVENT_TYPE } from "./after-failure";

export interface DeliveryToSign {
  /** The same for all attempts. */
  id: string;
  event: string;
  attempt: number;
  /** 0 sends no header. */
  replays?: number;
  /** The exact bytes to send; a string is UTF-8. */
  body: string | Buffer;
  /** Current secret first. */
  secrets: readonly string[];
  timestampSeconds: number;
}

const USER_AGENT = "Brand-Identity-Hub/1.0";
const STANDARD_SECRET_PREFIX = "whsec_";

const standardKey = (secret: string): Buffer =>
  secret.startsWith(STANDARD_SECRET_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_SECRET_PREFIX.length), "base64")
    : Buffer.from(secret, "utf8");

/**
 * Returns all headers of a delivery, signed over the exact bytes.
 *
 * `X-Hub-Signature` is `sha256=<lower-case hex>` over the body, keyed by the first secret's UTF-8 bytes (W3C WebSub,
 * 8.1). `webhook-signature` has a `v1,<base64>` per secret over `id.timestamp.body`, where a `whsec_` secret is a
 * base64 key (Standard Webhooks). `lib/contract/webhooks.ts` verifies them.
 * @throws RangeError without a secret
 */
export function signDelivery(delivery: DeliveryToSign): Record<string, string> {
  const { id, event, attempt, replays = 0, body, secrets, timestampSeconds } = delivery;
  const [first] = secrets;
  if (!first) throw new RangeError("A delivery cannot be signed without a secret.");
  const timestamp = String(Math.floor(timestampSeconds));
  const standardSignature = (secret: string) =>
    `v1,${createHmac("sha256", standardKey(secret)).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;

  return {
    "Content-Type": "application/json",
    "User-Agent": USER_AGENT,
    "X-Hub-Event": event,
    "X-Hub-Delivery": id,
    "X-Hub-Attempt": String(attempt),
    ...(replays > 0 && { "X-Hub-Replay": String(replays) }),
    "X-Hub-Signature": `sha256=${createHmac("sha256", first).update(body).digest("hex")}`,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map(standardSignature).join(" "),
  };
}

/** The body's type, which differs from the delivery's for a test. */
export function eventOf({ type, body }: { type: string; body: string }): string {
  if (type !== TEST_EVENT_TYPE || body === "") return type;
  return (JSON.parse(body) as { type: string }).type;
}

/** Null if computed when sending: signatures and their timestamp. */
export interface DeliveryHeader {
  name: string;
  value: string | null;
}

const COMPUTED_WHEN_SENT = new Set(["X-Hub-Signature", "webhook-timestamp", "webhook-signature"]);

/** Headers of an attempt without signatures, in order. HTTP adds Host and Content-Length. */
export function describeHeaders(
  delivery: Pick<DeliveryToSign, "id" | "event" | "attempt" | "replays">,
): DeliveryHeader[] {
  const signed = signDelivery({ ...delivery, body: "", secrets: ["-"], timestampSeconds: 0 });
  return Object.entries(signed).map(([name, value]) => ({ name, value: COMPUTED_WHEN_SENT.has(name) ? null : value }));
}
