import { createHmac } from "node:crypto";
import { TEST_EVENT_TYPE } from "./after-failure";

export interface DeliveryToSign {
  /** The delivery's id: the same over all retries, so that receivers can tell a repetition. */
  id: string;
  /** Event type, `identity.updated` for example. */
  event: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** How often it was replayed; a delivery that never was has no header of it. */
  replays?: number;
  /** Exactly the bytes that will be sent; a string as UTF-8. */
  body: string | Buffer;
  /** Current secret first; several while rotating. */
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
 * Every header of a delivery, signed over exactly the bytes given.
 *
 * `X-Hub-Signature` is `sha256=<lower-case hex>` over the body by the first secret, whose UTF-8 bytes are the key as they stand
 * (W3C WebSub, 8.1). `webhook-signature` holds one `v1,<base64>` per secret over `id.timestamp.body`; there a `whsec_` secret is
 * base64 of the key (Standard Webhooks). The counterparts are in `lib/contract/webhooks.ts`.
 * @throws RangeError without a secret: a tool without one is never sent to
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

/** What `X-Hub-Event` says: the type in the body, which a test may have of another kind. */
export function eventOf({ type, body }: { type: string; body: string }): string {
  if (type !== TEST_EVENT_TYPE || body === "") return type;
  return (JSON.parse(body) as { type: string }).type;
}

/** A header of a delivery; its value is null where it exists only once it is sent: signatures, and the time they cover. */
export interface DeliveryHeader {
  name: string;
  value: string | null;
}

const COMPUTED_WHEN_SENT = new Set(["X-Hub-Signature", "webhook-timestamp", "webhook-signature"]);

/**
 * The headers that the given attempt of a delivery bears, in the order sent, and never a signature: made by what signs them, so that
 * the two cannot drift apart. Host and Content-Length are added by HTTP.
 */
export function describeHeaders(
  delivery: Pick<DeliveryToSign, "id" | "event" | "attempt" | "replays">,
): DeliveryHeader[] {
  const signed = signDelivery({ ...delivery, body: "", secrets: ["-"], timestampSeconds: 0 });
  return Object.entries(signed).map(([name, value]) => ({ name, value: COMPUTED_WHEN_SENT.has(name) ? null : value }));
}
