import { Ratelimit, type RatelimitConfig } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import type { LimitRule, LimitVerdict } from "./limit-store";
import { RedisStore, type RedisStoreOptions } from "./redis-store";

type Answer = Awaited<ReturnType<Ratelimit["limit"]>>;

/**
 * Budgets counted through Upstash's own `Ratelimit`, with the exact rolling window as its algorithm: the class brings estimates of its own, which
 * admit nearly twice the budget around a window's edge. Slots and delays of several rules, which it does not know, stay those of `RedisStore`.
 */
export class UpstashStore extends RedisStore {
  private readonly limiters = new Map<string, Ratelimit>();

  constructor(
    private readonly redis: Redis,
    options: RedisStoreOptions,
  ) {
    super(options);
  }

  override async take(key: string, rule: LimitRule): Promise<LimitVerdict> {
    // Made by the algorithm below, which is the only one here.
    const answer = (await this.limiterOf(rule).limit(key)) as Answer & { verdict: LimitVerdict };
    return answer.verdict;
  }

  private limiterOf(rule: LimitRule): Ratelimit {
    const name = `${rule.limit}/${rule.windowMs}`;
    const known = this.limiters.get(name);
    if (known) return known;
    const made = new Ratelimit({
      redis: this.redis,
      prefix: this.logPrefix,
      limiter: this.rollingWindow(rule),
      // It would let everybody in after this time; `FallbackStore` decides what a late answer means.
      timeout: 0,
      ephemeralCache: false,
      analytics: false,
      enableTelemetry: false,
    });
    this.limiters.set(name, made);
    return made;
  }

  /** @returns an algorithm that counts in the same log as `admit`, in one command a call */
  private rollingWindow(rule: LimitRule): RatelimitConfig["limiter"] {
    const unused = () => Promise.reject(new TypeError("The hub asks for admissions alone."));
    return () => ({
      limit: async (_, name) => {
        const verdict = await super.take(name.slice(this.logPrefix.length + 1), rule);
        const { allowed: success, remaining, resetMs } = verdict;
        return {
          success,
          limit: rule.limit,
          remaining,
          reset: Date.now() + resetMs,
          pending: Promise.resolve(),
          verdict,
        };
      },
      getRemaining: unused,
      resetTokens: unused,
    });
  }
}
