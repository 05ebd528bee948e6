import { randomUUID } from "node:crypto";
import { FallbackStore, type FallbackStoreOptions } from "./fallback-store";
import type { LimitStore } from "./limit-store";
import { MemoryStore } from "./memory-store";
import { RedisStore } from "./redis-store";
import { plainTransport, type RedisTransport } from "./redis-transport";
import { upstashTransport } from "./upstash-transport";

interface LimitStoreConfig {
  REDIS_URL?: string;
  REDIS_PREFIX?: string;
  UPSTASH_REDIS_REST_URL?: string;
  UPSTASH_REDIS_REST_TOKEN?: string;
}

interface Timing extends Pick<FallbackStoreOptions, "timeoutMs" | "cooldownMs"> {
  /** Longer than the fallback waits, so that a lease that comes late can still be given back. */
  abandonMs?: number;
}

function configuredTransport(config: LimitStoreConfig, abandonMs: number): RedisTransport | null {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = config;
  if (REDIS_URL) return plainTransport({ url: REDIS_URL, abandonMs });
  return url && token ? upstashTransport({ url, token, abandonMs }) : null;
}

/**
 * The store that the configuration asks for: Redis with a per-process fallback where one is named, by its own protocol or Upstash's, else
 * this process's memory.
 *
 * Make one per process and share it. `onStateChange` hears of every change between Redis and the fallback, once.
 */
export function createLimitStore(
  config: LimitStoreConfig,
  onStateChange: FallbackStoreOptions["onStateChange"],
  { abandonMs = 2_000, ...timing }: Timing = {},
): LimitStore {
  const monotonicMs = () => performance.now();
  const local = new MemoryStore({ nowMs: monotonicMs });
  const transport = configuredTransport(config, abandonMs);
  if (!transport) return local;
  const { REDIS_PREFIX: prefix = "brand-hub" } = config;
  const remote = new RedisStore({ transport, newId: randomUUID, nowMs: Date.now, prefix });
  return new FallbackStore({ remote, local, nowMs: monotonicMs, onStateChange, ...timing });
}
