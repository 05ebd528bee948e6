import type { IncomingMessage } from "node:http";
import { env } from "@/lib/config/env";
import { log } from "@/lib/kernel/log";

const FORWARDED = /^(?:forwarded|x-forwarded-.+)$/i;

/** Of a name in lower case. */
const isForwarded = (name: string): boolean =>
  name.startsWith("x-forwarded-") ? name.length > "x-forwarded-".length : name === "forwarded";

let warned = false;

/**
 * Takes out what only proxies may write (`X-Forwarded-*`, `Forwarded`), unless `TRUSTED_PROXY_HOPS` says that there are some: nothing
 * behind the listener then hears of a host, scheme or address that a client made up.
 */
export function dropForwarded(request: IncomingMessage): void {
  if (env.TRUSTED_PROXY_HOPS > 0) return;
  // Asked for first: Node makes them of the raw ones, whose number it has kept.
  const { headers, rawHeaders } = request;
  const found = Object.keys(headers).filter(isForwarded);
  if (found.length === 0) return;
  for (const name of found) delete headers[name];
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (FORWARDED.test(rawHeaders[index] ?? "")) rawHeaders.splice(index, 2);
  if (warned) return;
  warned = true;
  log.warn({ headers: found }, "headers of a proxy were ignored; with a proxy in front, set TRUSTED_PROXY_HOPS");
}
