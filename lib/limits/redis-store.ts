import { gatherTurn } from "@/lib/kernel/gather-turn";
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

/** What `ADMIT` returns: how many were admitted, what refused the others, remaining, retry after, reset. */
type AdmitReply = readonly [
  admitted: number,
  refusedBy: 0 | -1,
  remaining: number,
  retryAfterMs: number,
  resetMs: number,
];

const isAdmitReply = (reply: unknown): reply is AdmitReply =>
  Array.isArray(reply) && reply.length === 5 && reply.every(isWhole) && [0, -1].includes(reply[1] as number);

/** A call that wants to be admitted. */
interface Entry {
  key: string;
  demand: Demand;
  token: string;
}

/** More calls of a turn go by scripts of their own. */
const MOST_AT_ONCE = 100;

/** What one script can ask for: the same of one key. */
const nameOf = ({ key, demand: { slots, leaseMs, rule } }: Entry): string =>
  `${slots} ${leaseMs} ${rule?.limit} ${rule?.windowMs} ${key}`;

/** What `ADMIT` returned, for the call that stood at this place among those that it was asked for. */
function admissionAt(place: number, { demand: { slots, rule }, token }: Entry, reply: AdmitReply): Admission {
  const [admitted, refusedBy, remaining, retryAfterMs, resetMs] = reply;
  if (place < admitted) {
    const left = remaining + admitted - 1 - place;
    const verdict = rule && { allowed: true, remaining: left, retryAfterMs: 0, resetMs };
    return { refusedBy: null, token: slots > 0 ? token : null, verdict };
  }
  if (refusedBy === -1) return { refusedBy: "slots" };
  return { refusedBy: "rule", verdict: { allowed: false, remaining: 0, retryAfterMs, resetMs } };
}

/**
 * The exact rule of `LimitStore`, shared by all processes through Redis: each decision is made on the server, in one step, whatever the way there. Calls of
 * one key in one turn of the event loop are one script, in which each comes to what it would have come to by itself, and so is what they give back.
 * Errors and delays reach the caller: see `FallbackStore`.
 */
export class RedisStore implements LimitStore {
  private readonly enter = gatherTurn({
    ask: (entries: Entry[]) => this.admitAll(entries),
    mostAtOnce: MOST_AT_ONCE,
    nameOf,
  });
  private readonly giveBack = gatherTurn({
    ask: (leases: { key: string; token: string }[]) => this.leaveAll(leases),
    mostAtOnce: MOST_AT_ONCE,
    nameOf: ({ key }) => key,
  });

  constructor(private readonly options: RedisStoreOptions) {}

  async take(key: string, rule: LimitRule): Promise<LimitVerdict> {
    const admission = await this.admit(key, { slots: 0, leaseMs: 0, rule });
    if (admission.refusedBy === "slots" || !admission.verdict) throw unlike(admission);
    return admission.verdict;
  }

  async admit(key: string, demand: Demand): Promise<Admission> {
    if (demand.rule) assertLimitRule(demand.rule);
    return this.enter({ key, demand, token: this.options.newId() });
  }

  leave(key: string, token: string): Promise<void> {
    return this.giveBack({ key, token });
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
    await this.options.transport.remove(this.attemptsOf(key), [token]);
  }

  close(): Promise<void> {
    return this.options.transport.close();
  }

  private async admitAll(entries: Entry[]): Promise<Admission[]> {
    const [first] = entries;
    if (!first) return [];
    const { transport, nowMs } = this.options;
    const { slots, leaseMs, rule } = first.demand;
    const figures = [rule?.limit ?? 0, rule?.windowMs ?? 0, slots, leaseMs];
    const tokens = entries.map(({ token }) => token);
    const keys = [this.logOf(first.key), this.leasesOf(first.key)];
    const reply = await transport.run(ADMIT, keys, [nowMs(), ...figures, ...tokens]);
    if (!isAdmitReply(reply)) throw unlike(reply);
    return entries.map((entry, place) => admissionAt(place, entry, reply));
  }

  private async leaveAll(leases: { key: string; token: string }[]): Promise<undefined[]> {
    const [first] = leases;
    const tokens = leases.map(({ token }) => token);
    if (first) await this.options.transport.remove(this.leasesOf(first.key), tokens);
    return leases.map(() => undefined);
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
