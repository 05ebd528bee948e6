import { Ratelimit, type RatelimitConfig } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import type { LimitResult, LimitRule } from "./limit-store";
import { RedisStore, type RedisStoreOptions } from "./redis-store";

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
