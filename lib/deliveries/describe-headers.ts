import { signDelivery } from "./sign-delivery";

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
export function describeHeaders({
  id,
  type,
  attempt,
}: {
  id: string;
  type: string;
  attempt: number;
}): DeliveryHeader[] {
  const signed = signDelivery({ id, event: type, attempt, body: "", secrets: ["-"], timestampSeconds: 0 });
  return Object.entries(signed).map(([name, value]) => ({ name, value: COMPUTED_WHEN_SENT.has(name) ? null : value }));
}
