import { env } from "@/lib/platform/config/env";
import type { Fields } from "./hot-path/request";

/** Set by the hub's own listener on every request that it passes on to Next, never taken from outside. */
export const PEER_HEADER = "x-hub-peer";

const listener = globalThis as typeof globalThis & { hubListenerSetsPeer?: boolean };

/** The listener says once that it overwrites the peer header on each request; without that word the header is ignored. */
export function trustPeerHeader(): void {
  listener.hubListenerSetsPeer = true;
}

/**
 * The IP address that counts as the client's: the socket's peer, or with `TRUSTED_PROXY_HOPS` that entry from the right of
 * `X-Forwarded-For`. A list that is too short falls back to the peer. Never empty: "unknown" when nothing is known.
 */
export function clientIp(headers: Fields, peer?: string | null): string {
  const hops = env.TRUSTED_PROXY_HOPS;
  if (hops > 0) {
    const forwarded = (headers.get("x-forwarded-for") ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean);
    const entry = forwarded.at(-hops);
    if (entry) return entry;
  }
  const direct = peer ?? (listener.hubListenerSetsPeer ? headers.get(PEER_HEADER) : null);
  return direct?.replace(/^::ffff:/, "") || "unknown";
}
