import { Ratelimit, type RatelimitConfig } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { z } from "zod";
import {
  type Attempt,
  assertLimitRule,
  type Lease,
  type LimitRule,
  type LimitStore,
  type LimitVerdict,
} from "./limit-store";
import { ATTEMPT, ENTER, runScript, TAKE } from "./upstash-scripts";

export interface UpstashStoreOptions {
  redis: Redis;
  /** A fresh, unguessable name for every call and lease. */
  newId: () => string;
  /** Wall clock in milliseconds; only what the server cannot tell is taken from it. */
  nowMs: () => number;
  prefix?: string;
}

/** Admitted, remaining, retry after, reset: what the script returns. */
const TakeReply = z.tuple([z.union([z.literal(0), z.literal(1)]), z.int(), z.int(), z.int()]);
const AttemptReply = z.int().nonnegative();
const EnterReply = z.union([z.literal(0), z.literal(1)]);
/** What the algorithm adds to the library's own answer, whose `reset` is a time by a clock that need not be ours. */
const Durations = z.object({ retryAfterMs: z.int(), resetMs: z.int() });

/**
 * The exact rule of `LimitStore`, shared by all processes through Upstash: each decision is one script on the server.
 *
 * `Ratelimit` runs an algorithm of our own, since its `slidingWindow` is an estimate. Its timeout is off, because it would admit,
 * and so is its cache, because it would refuse past the moment a slot frees. Errors and delays reach the caller: see `FallbackStore`.
 */
export class UpstashStore implements LimitStore {
  private readonly prefix: string;
  private readonly limiters = new Map<string, Ratelimit>();

  constructor(private readonly options: UpstashStoreOptions) {
    this.prefix = options.prefix ?? "brand-hub";
  }

  async take(key: string, rule: LimitRule): Promise<LimitVerdict> {
    assertLimitRule(rule);
    const answer = await this.limiter(rule).limit(key);
    const { retryAfterMs, resetMs } = Durations.parse(answer);
    return { allowed: answer.success, remaining: answer.remaining, retryAfterMs, resetMs };
  }

  async enter(key: string, max: number, leaseMs: number): Promise<Lease | null> {
    const { redis, newId, nowMs } = this.options;
    const token = newId();
    const reply = await runScript(redis, ENTER, this.leaseKey(key), [nowMs(), max, leaseMs, token]);
    return EnterReply.parse(reply) === 1 ? { token } : null;
  }

  async leave(key: string, token: string): Promise<void> {
    await this.options.redis.zrem(this.leaseKey(key), token);
  }

  async attempt(key: string, rules: readonly LimitRule[]): Promise<Attempt> {
    rules.forEach(assertLimitRule);
    const { redis, newId, nowMs } = this.options;
    const token = newId();
    const figures = rules.flatMap(({ limit, windowMs }) => [limit, windowMs]);
    const reply = await runScript(redis, ATTEMPT, this.attemptKey(key), [nowMs(), token, ...figures]);
    const retryAfterMs = AttemptReply.parse(reply);
    return retryAfterMs === 0 ? { admitted: true, token } : { admitted: false, retryAfterMs };
  }

  async withdraw(key: string, token: string): Promise<void> {
    await this.options.redis.zrem(this.attemptKey(key), token);
  }

  private attemptKey(key: string): string {
    return `${this.prefix}:attempt:${key}`;
  }

  private leaseKey(key: string): string {
    return `${this.prefix}:lease:${key}`;
  }

  private limiter(rule: LimitRule): Ratelimit {
    const name = `${rule.limit}/${rule.windowMs}`;
    const known = this.limiters.get(name);
    if (known) return known;
    const limiter = new Ratelimit({
      redis: this.options.redis,
      prefix: `${this.prefix}:rate`,
      limiter: this.rollingLog(rule),
      timeout: 0,
      ephemeralCache: false,
      analytics: false,
      enableTelemetry: false,
    });
    this.limiters.set(name, limiter);
    return limiter;
  }

  private rollingLog({ limit, windowMs }: LimitRule): RatelimitConfig["limiter"] {
    const { newId, nowMs } = this.options;
    const run = async (redis: Redis, key: string, member: string) => {
      const reply = await runScript(redis, TAKE, key, [nowMs(), limit, windowMs, member]);
      const [admitted, remaining, retryAfterMs, resetMs] = TakeReply.parse(reply);
      return { success: admitted === 1, limit, remaining, retryAfterMs, resetMs, reset: nowMs() + resetMs };
    };
    return () => ({
      limit: async ({ redis }, key) => ({ ...(await run(redis, key, newId())), pending: Promise.resolve() }),
      getRemaining: async ({ redis }, key) => run(redis, key, ""),
      resetTokens: async ({ redis }, key) => {
        await redis.del(key);
      },
    });
  }
}
