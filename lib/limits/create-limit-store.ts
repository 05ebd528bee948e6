import { randomUUID } from "node:crypto";
import { Redis } from "@upstash/redis";
import { FallbackStore, type FallbackStoreOptions } from "./fallback-store";
import type { LimitStore } from "./limit-store";
import { MemoryStore } from "./memory-store";
import { UpstashStore } from "./upstash-store";

interface LimitStoreConfig {
  UPSTASH_REDIS_REST_URL?: string;
  UPSTASH_REDIS_REST_TOKEN?: string;
}

interface Timing extends Pick<FallbackStoreOptions, "timeoutMs" | "cooldownMs"> {
  /** Longer than the fallback waits, so that a lease that comes late can still be given back. */
  abandonMs?: number;
}

/**
 * The store that the configuration asks for: Upstash with a per-process fallback when its URL and token are set, else this process's memory.
 *
 * Make one per process and share it. `onStateChange` hears of every change between Upstash and the fallback, once.
 */
export function createLimitStore(
  config: LimitStoreConfig,
  onStateChange: FallbackStoreOptions["onStateChange"],
  { abandonMs = 2_000, ...timing }: Timing = {},
): LimitStore {
  const monotonicMs = () => performance.now();
  const local = new MemoryStore({ nowMs: monotonicMs });
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = config;
  if (!url || !token) return local;
  const redis = new Redis({
    url,
    token,
    // No second try: it would count a call twice. `retry: false` still means two.
    retry: { retries: 0 },
    signal: () => AbortSignal.timeout(abandonMs),
    readYourWrites: false,
    enableTelemetry: false,
  });
  const remote = new UpstashStore({ redis, newId: randomUUID, nowMs: Date.now });
  return new FallbackStore({ remote, local, nowMs: monotonicMs, onStateChange, ...timing });
}
