// SPDX-License-Identifier: MIT
import { createHash, createHmac, type Hmac, timingSafeEqual } from "node:crypto";

const sha256 = (value: string) => createHash("sha256").update(value).digest();
/** Compares digests: their length is the same for any input. */
const equal = (left: string, right: string) => timingSafeEqual(sha256(left), sha256(right));

function hmac(key: string | Uint8Array, ...parts: (string | Uint8Array)[]): Hmac {
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(part);
  return mac;
}

/** For webhook-signature, the key of a whsec_… secret is the rest, decoded from base64. */
const standardKey = (secret: string) =>
  secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);

/** body: the raw bytes; headers: names in lower case; secrets: the current one, or both during a rotation. */
export function verify(
  body: Uint8Array,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secrets: readonly string[],
  nowSeconds = Date.now() / 1000,
): boolean {
  const header = (name: string) => String(headers[name] ?? "");
  const [id, timestamp, hub] = [header("webhook-id"), header("webhook-timestamp"), header("x-hub-signature")];
  const standard = header("webhook-signature").split(" ");
  const fresh = Math.abs(nowSeconds - Number(timestamp)) <= 300;

  // An empty key would let anyone sign.
  return secrets
    .filter((secret) => standardKey(secret).length > 0)
    .some((secret) => {
      const overBody = `sha256=${hmac(secret, body).digest("hex")}`;
      const overTime = `v1,${hmac(standardKey(secret), `${id}.${timestamp}.`, body).digest("base64")}`;
      return equal(hub, overBody) || (fresh && standard.some((signature) => equal(signature, overTime)));
    });
}
