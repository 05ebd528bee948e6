import {
  type Admission,
  type Attempt,
  assertLimitRule,
  type Demand,
  type LimitRule,
  type LimitStore,
  type LimitVerdict,
} from "./limit-store";
import { ADMIT, ATTEMPT } from "./redis-scripts";
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

const unlike = (reply: unknown) => new TypeError(`Redis answered ${JSON.stringify(reply)}, which is no decision.`);

const isWhole = (value: unknown): value is number => Number.isInteger(value);

/** What `ADMIT` returns: its decision, remaining, retry after, reset. */
type AdmitReply = readonly [decision: 1 | 0 | -1, remaining: number, retryAfterMs: number, resetMs: number];

const isAdmitReply = (reply: unknown): reply is AdmitReply =>
  Array.isArray(reply) && reply.length === 4 && reply.every(isWhole) && [1, 0, -1].includes(reply[0] as number);

/**
 * The exact rule of `LimitStore`, shared by all processes through Redis: each decision is one script on the server, whatever the way there.
 * Errors and delays reach the caller: see `FallbackStore`.
 */
export class RedisStore implements LimitStore {
  constructor(private readonly options: RedisStoreOptions) {}

  async take(key: string, rule: LimitRule): Promise<LimitVerdict> {
    const admission = await this.admit(key, { slots: 0, leaseMs: 0, rule });
    if (admission.refusedBy === "slots" || !admission.verdict) throw unlike(admission);
    return admission.verdict;
  }

  async admit(key: string, { slots, leaseMs, rule }: Demand): Promise<Admission> {
    if (rule) assertLimitRule(rule);
    const { transport, newId, nowMs } = this.options;
    const token = newId();
    const keys = [this.logOf(key), this.leasesOf(key)];
    const figures = [rule?.limit ?? 0, rule?.windowMs ?? 0, slots, leaseMs];
    const reply = await transport.run(ADMIT, keys, [nowMs(), token, ...figures]);
    if (!isAdmitReply(reply)) throw unlike(reply);
    const [decision, remaining, retryAfterMs, resetMs] = reply;
    if (decision === -1) return { refusedBy: "slots" };
    const verdict = { allowed: decision === 1, remaining, retryAfterMs, resetMs };
    if (decision === 0) return { refusedBy: "rule", verdict };
    return { refusedBy: null, token: slots > 0 ? token : null, verdict: rule && verdict };
  }

  async leave(key: string, token: string): Promise<void> {
    await this.options.transport.remove(this.leasesOf(key), token);
  }

  async attempt(key: string, rules: readonly LimitRule[]): Promise<Attempt> {
    rules.forEach(assertLimitRule);
    const { transport, newId, nowMs } = this.options;
    const token = newId();
    const figures = rules.flatMap(({ limit, windowMs }) => [limit, windowMs]);
    const reply = await transport.run(ATTEMPT, [this.attemptsOf(key)], [nowMs(), token, ...figures]);
    if (!isWhole(reply) || reply < 0) throw unlike(reply);
    return reply === 0 ? { admitted: true, token } : { admitted: false, retryAfterMs: reply };
  }

  async withdraw(key: string, token: string): Promise<void> {
    await this.options.transport.remove(this.attemptsOf(key), token);
  }

  close(): Promise<void> {
    return this.options.transport.close();
  }

  /** Where the calls are logged; without braces, for those of the leases. */
  private logOf(key: string): string {
    return `${this.options.prefix}:rate:${key.replace(/[{}]/g, encodeURIComponent)}`;
  }

  /** By what stands in braces a cluster has the leases in the log's own slot: a script may not reach into two. */
  private leasesOf(key: string): string {
    return `${this.options.prefix}:lease:{${this.logOf(key)}}`;
  }

  private attemptsOf(key: string): string {
    return `${this.options.prefix}:attempt:${key}`;
  }
}
