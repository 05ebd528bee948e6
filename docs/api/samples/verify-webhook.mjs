import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const sha256 = (value) => createHash("sha256").update(value).digest();
/** Compares digests: they are of one length, whatever was sent. */
const equal = (left, right) => timingSafeEqual(sha256(left), sha256(right));

const hmac = (key, ...parts) => {
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(part);
  return mac;
};

/** In webhook-signature a secret of the form whsec_… stands for the bytes that follow, in base64. */
const standardKey = (secret) =>
  secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);

/** body: the raw bytes; headers: names in lower case; secrets: the current one, and the other one while changing. */
export function verify(body, headers, secrets, nowSeconds = Date.now() / 1000) {
  const { "webhook-id": id, "webhook-timestamp": timestamp } = headers;
  const hub = headers["x-hub-signature"] ?? "";
  const standard = (headers["webhook-signature"] ?? "").split(" ");
  const fresh = Math.abs(nowSeconds - Number(timestamp)) <= 300;

  // An empty key would let anybody sign.
  return secrets
    .filter((secret) => standardKey(secret).length > 0)
    .some((secret) => {
      const overBody = `sha256=${hmac(secret, body).digest("hex")}`;
      const overTime = `v1,${hmac(standardKey(secret), `${id}.${timestamp}.`, body).digest("base64")}`;
      return equal(hub, overBody) || (fresh && standard.some((signature) => equal(signature, overTime)));
    });
}
