/** A receiver's check of both signatures, printed in the document and run by its tests. */
export const VERIFY_RECIPE = `import { createHmac, timingSafeEqual } from "node:crypto";

const hmac = (secret, ...parts) => {
  const mac = createHmac("sha256", secret);
  for (const part of parts) mac.update(part);
  return mac;
};

const equal = (left, right) => left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** body: the raw bytes; headers: names in lower case; secrets: the current one, and the old one while changing. */
export function verify(body, headers, secrets, nowSeconds = Date.now() / 1000) {
  const { "webhook-id": id, "webhook-timestamp": timestamp } = headers;
  const hub = headers["x-hub-signature"] ?? "";
  const standard = (headers["webhook-signature"] ?? "").split(" ");
  const fresh = Math.abs(nowSeconds - Number(timestamp)) <= 300;

  return fresh && secrets.some((secret) => {
    const overBody = "sha256=" + hmac(secret, body).digest("hex");
    const overTime = "v1," + hmac(secret, id + "." + timestamp + ".", body).digest("base64");
    return equal(overBody, hub) && standard.some((signature) => equal(overTime, signature));
  });
}`;
