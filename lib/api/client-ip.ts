import { env } from "@/lib/platform/config/env";
import type { Fields } from "./hot-path/request";

/** Set by the hub's listener on every request for Next; never taken from clients. */
export const PEER_HEADER = "x-hub-peer";

const listener = globalThis as typeof globalThis & { hubListenerSetsPeer?: boolean };

/** Called by the listener, which overwrites the header on each request. Without it the header is ignored. */
export function trustPeerHeader(): void {
  listener.hubListenerSetsPeer = true;
}

/**
 * The client's IP: the socket's peer, or with `TRUSTED_PROXY_HOPS` that entry of `X-Forwarded-For` from the right. A
 * list that is too short falls back to the peer. "unknown" if there is none.
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
