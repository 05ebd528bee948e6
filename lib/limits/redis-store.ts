import { z } from "zod";
import {
  type Attempt,
  assertLimitRule,
  type Lease,
  type LimitRule,
  type LimitStore,
  type LimitVerdict,
} from "./limit-store";
import { ATTEMPT, ENTER, TAKE } from "./redis-scripts";
import type { RedisTransport } from "./redis-transport";

export interface RedisStoreOptions {
  transport: RedisTransport;
  /** A fresh, unguessable name for every call and lease. */
  newId: () => string;
  /** Wall clock in milliseconds; only what the server cannot tell is taken from it. */
  nowMs: () => number;
  /** Before every key, so that a server can be shared. */
  prefix: string;
}

/** Admitted, remaining, retry after, reset: what the script returns. */
const TakeReply = z.tuple([z.union([z.literal(0), z.literal(1)]), z.int(), z.int(), z.int()]);
const AttemptReply = z.int().nonnegative();
const EnterReply = z.union([z.literal(0), z.literal(1)]);

/**
 * The exact rule of `LimitStore`, shared by all processes through Redis: each decision is one script on the server, whatever the way there.
 * Errors and delays reach the caller: see `FallbackStore`.
 */
export class RedisStore implements LimitStore {
  constructor(private readonly options: RedisStoreOptions) {}

  async take(key: string, rule: LimitRule): Promise<LimitVerdict> {
    assertLimitRule(rule);
    const { transport, newId, nowMs } = this.options;
    const args = [nowMs(), rule.limit, rule.windowMs, newId()];
    const reply = await transport.run(TAKE, this.keyOf("rate", key), args);
    const [admitted, remaining, retryAfterMs, resetMs] = TakeReply.parse(reply);
    return { allowed: admitted === 1, remaining, retryAfterMs, resetMs };
  }

  async enter(key: string, max: number, leaseMs: number): Promise<Lease | null> {
    const { transport, newId, nowMs } = this.options;
    const token = newId();
    const reply = await transport.run(ENTER, this.keyOf("lease", key), [nowMs(), max, leaseMs, token]);
    return EnterReply.parse(reply) === 1 ? { token } : null;
  }

  async leave(key: string, token: string): Promise<void> {
    await this.options.transport.remove(this.keyOf("lease", key), token);
  }

  async attempt(key: string, rules: readonly LimitRule[]): Promise<Attempt> {
    rules.forEach(assertLimitRule);
    const { transport, newId, nowMs } = this.options;
    const token = newId();
    const figures = rules.flatMap(({ limit, windowMs }) => [limit, windowMs]);
    const reply = await transport.run(ATTEMPT, this.keyOf("attempt", key), [nowMs(), token, ...figures]);
    const retryAfterMs = AttemptReply.parse(reply);
    return retryAfterMs === 0 ? { admitted: true, token } : { admitted: false, retryAfterMs };
  }

  async withdraw(key: string, token: string): Promise<void> {
    await this.options.transport.remove(this.keyOf("attempt", key), token);
  }

  close(): Promise<void> {
    return this.options.transport.close();
  }

  private keyOf(kind: "rate" | "lease" | "attempt", key: string): string {
    return `${this.options.prefix}:${kind}:${key}`;
  }
}
