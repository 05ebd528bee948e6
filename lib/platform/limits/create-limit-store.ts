import { randomUUID } from "node:crypto";
import { FallbackStore, type FallbackStoreOptions } from "./fallback-store";
import type { LimitStore } from "./limit-store";
import { MemoryStore } from "./memory-store";
import { RedisStore } from "./redis-store";
import { plainTransport } from "./redis-transport";
import { UpstashStore } from "./upstash-store";
import { upstashTransport } from "./upstash-transport";

interface LimitStoreConfig {
  REDIS_URL?: string;
  REDIS_PREFIX?: string;
  UPSTASH_REDIS_REST_URL?: string;
  UPSTASH_REDIS_REST_TOKEN?: string;
}

interface Timing extends Pick<FallbackStoreOptions, "timeoutMs" | "cooldownMs"> {
  /** Longer than the fallback's timeout, so that late leases can be released. */
  abandonMs?: number;
}

function configuredStore(config: LimitStoreConfig, abandonMs: number): RedisStore | null {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = config;
  const options = { newId: randomUUID, nowMs: Date.now, prefix: config.REDIS_PREFIX ?? "brand-hub" };
  if (REDIS_URL) return new RedisStore({ transport: plainTransport({ url: REDIS_URL, abandonMs }), ...options });
  if (!url || !token) return null;
  const transport = upstashTransport({ url, token, abandonMs });
  return new UpstashStore(transport.redis, { transport, ...options });
}

/**
 * Redis with a per-process fallback if configured, else memory. Create one per process. `onStateChange` is called on
 * each switch.
 */
export function createLimitStore(
  config: LimitStoreConfig,
  onStateChange: FallbackStoreOptions["onStateChange"],
  { abandonMs = 2_000, ...timing }: Timing = {},
): LimitStore {
  const monotonicMs = () => performance.now();
  const local = new MemoryStore({ nowMs: monotonicMs });
  const remote = configuredStore(config, abandonMs);
  if (!remote) return local;
  return new FallbackStore({ remote, local, nowMs: monotonicMs, onStateChange, ...timing });
}
