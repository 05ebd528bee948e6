import { randomUUID } from "node:crypto";
import { Ratelimit, type RatelimitConfig } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { startTimeout } from "../timing";
import { FallbackStore, type FallbackStoreOptions } from "./fallback-store";
import type { LimitResult, LimitRule, LimitStore } from "./limit-store";
import { MemoryStore } from "./memory-store";
import { RedisStore, type RedisStoreOptions } from "./redis-store";
import { plainTransport, type RedisTransport, runByDigest } from "./redis-transport";

type Answer = Awaited<ReturnType<Ratelimit["limit"]>>;

/**
 * Counts through Upstash's `Ratelimit`, but with an exact window: its own estimates allow nearly twice the budget at
 * a window's edge.
 */
export class UpstashStore extends RedisStore {
  private readonly limiters = new Map<string, Ratelimit>();

  constructor(
    private readonly redis: Redis,
    options: RedisStoreOptions,
  ) {
    super(options);
  }

  override async take(key: string, rule: LimitRule): Promise<LimitResult> {
    const answer = (await this.limiterOf(rule).limit(key)) as Answer & { result: LimitResult };
    return answer.result;
  }

  private limiterOf(rule: LimitRule): Ratelimit {
    const name = `${rule.limit}/${rule.windowMs}`;
    const known = this.limiters.get(name);
    if (known) return known;
    const made = new Ratelimit({
      redis: this.redis,
      prefix: this.logPrefix,
      limiter: this.rollingWindow(rule),
      // Otherwise it allows every late call; `FallbackStore` handles those.
      timeout: 0,
      ephemeralCache: false,
      analytics: false,
      enableTelemetry: false,
    });
    this.limiters.set(name, made);
    return made;
  }

  private rollingWindow(rule: LimitRule): RatelimitConfig["limiter"] {
    const unused = () => Promise.reject(new TypeError("Only limit() is supported."));
    return () => ({
      limit: async (_, name) => {
        const result = await super.take(name.slice(this.logPrefix.length + 1), rule);
        const { allowed: success, remaining, resetMs } = result;
        return {
          success,
          limit: rule.limit,
          remaining,
          reset: Date.now() + resetMs,
          pending: Promise.resolve(),
          result,
        };
      },
      getRemaining: unused,
      resetTokens: unused,
    });
  }
}

/** Without it Upstash locks the whole database during a script. */
const KEY_LOCKING = "#!lua flags=allow-key-locking\n";

function signalAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  startTimeout(ms, () => controller.abort(new Error(`Redis did not reply within ${ms} ms.`)));
  return controller.signal;
}

export function upstashTransport(server: {
  url: string;
  token: string;
  abandonMs: number;
}): RedisTransport & { redis: Redis } {
  const redis = new Redis({
    url: server.url,
    token: server.token,
    // A retry would count the call twice. `retry: false` still makes two attempts.
    retry: { retries: 0 },
    signal: () => signalAfter(server.abandonMs),
    readYourWrites: false,
    enableTelemetry: false,
  });
  /** False once a server rejects the flag, as bridges do. */
  let locksKeys = true;

  const runScript = (script: string, keys: readonly string[], args: (string | number)[]) =>
    runByDigest<unknown>(script, {
      evalsha: (digest) => redis.evalsha(digest, [...keys], args),
      evaluate: (text) => redis.eval(text, [...keys], args),
    });

  return {
    redis,
    async run(script, keys, args) {
      if (!locksKeys) return runScript(script, keys, args);
      try {
        return await runScript(KEY_LOCKING + script, keys, args);
      } catch (error) {
        if (!String(error).includes("shebang")) throw error;
        locksKeys = false;
        return runScript(script, keys, args);
      }
    },
    remove: (key, members) => redis.zrem(key, ...members),
    close: async () => {},
  };
}

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
