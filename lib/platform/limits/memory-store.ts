import { ExpiringMap } from "./expiring-map";
import {
  type Admission,
  type Attempt,
  assertLimitRule,
  type Demand,
  type LimitRule,
  type LimitStore,
  type LimitVerdict,
  longestWindowMs,
  purposeOf,
} from "./limit-store";

export interface MemoryStoreOptions {
  /** A clock that never runs backwards, in milliseconds, such as `() => performance.now()`. */
  nowMs: () => number;
  /** Keys kept at most of each purpose, of calls and of leases. Beyond it the least recently admitted key starts anew. */
  maxKeys?: number;
  /** The same for attempts, which are remembered for a day: whoever would have one forgotten has to make so many others of its purpose. */
  maxAttemptKeys?: number;
}

const DEFAULT_MAX_KEYS = 20_000;
/** No fewer than the groups that accounts are counted in: of those none is ever pushed out. */
export const MAX_ATTEMPT_KEYS = 65_536;

/** A map for each purpose: what stands before a key's first colon. */
class Rooms<Value> {
  private readonly rooms = new Map<string, ExpiringMap<Value>>();

  constructor(private readonly maxKeys: number) {}

  get size(): number {
    return [...this.rooms.values()].reduce((sum, { size }) => sum + size, 0);
  }

  of(key: string): ExpiringMap<Value> {
    const purpose = purposeOf(key);
    let room = this.rooms.get(purpose);
    if (!room) {
      room = new ExpiringMap<Value>(this.maxKeys);
      this.rooms.set(purpose, room);
    }
    return room;
  }
}

interface OutLease {
  token: string;
  endsAtMs: number;
}

/** When calls were admitted, the oldest first. */
interface CallLog {
  atMs: number[];
  /** Those before this place have left the window. */
  first: number;
}

/** Drops what has left the window; half a log at once, so that a call costs the same however many went before it. */
function dropOlder(log: CallLog, sinceMs: number): void {
  while (log.first < log.atMs.length && (log.atMs[log.first] as number) <= sinceMs) log.first += 1;
  if (log.first <= log.atMs.length / 2) return;
  log.atMs.splice(0, log.first);
  log.first = 0;
}

/**
 * The exact rule of `LimitStore` within one process, in bounded memory: some 200 bytes per key and up to 16 per call in the window.
 *
 * Decides at once, with nothing to wait for. Share one instance per process: two copies are two budgets.
 */
export class MemoryStore implements LimitStore {
  private readonly nowMs: () => number;
  private readonly logs: Rooms<CallLog>;
  /** The leases that are out: as many as a key may have at a time, which is a few, so that a list is looked through sooner than a map is kept. */
  private readonly leases: Rooms<OutLease[]>;
  /** When the attempts in the longest window were made, the oldest first; its moment is an attempt's token. */
  private readonly attempts: Rooms<number[]>;
  private lastToken = 0;

  constructor({ nowMs, maxKeys = DEFAULT_MAX_KEYS, maxAttemptKeys = MAX_ATTEMPT_KEYS }: MemoryStoreOptions) {
    this.nowMs = nowMs;
    this.logs = new Rooms(maxKeys);
    this.leases = new Rooms(maxKeys);
    this.attempts = new Rooms(maxAttemptKeys);
  }

  /** Keys in memory now: those with calls or attempts in their window, and those with leases out. */
  get size(): number {
    return this.logs.size + this.leases.size + this.attempts.size;
  }

  async take(key: string, rule: LimitRule): Promise<LimitVerdict> {
    return this.count(key, rule);
  }

  private count(key: string, rule: LimitRule): LimitVerdict {
    assertLimitRule(rule);
    const { limit, windowMs } = rule;
    const nowMs = this.nowMs();
    const room = this.logs.of(key);
    const log = room.get(key) ?? { atMs: [], first: 0 };
    dropOlder(log, nowMs - windowMs);
    const count = log.atMs.length - log.first;
    if (count >= limit) {
      const leftMs = (index: number) => Math.ceil((log.atMs.at(index) ?? nowMs) + windowMs - nowMs);
      return { allowed: false, remaining: 0, retryAfterMs: leftMs(-limit), resetMs: leftMs(-1) };
    }
    log.atMs.push(nowMs);
    room.set(key, log, nowMs + windowMs, nowMs);
    return { allowed: true, remaining: limit - count - 1, retryAfterMs: 0, resetMs: Math.ceil(windowMs) };
  }

  async admit(key: string, { slots, leaseMs, rule }: Demand): Promise<Admission> {
    const nowMs = this.nowMs();
    const out = slots > 0 ? this.leasesOut(key, nowMs) : null;
    if (out && out.length >= slots) return { refusedBy: "slots" };
    const verdict = rule && this.count(key, rule);
    if (verdict?.allowed === false) return { refusedBy: "rule", verdict };
    return { refusedBy: null, token: out && this.lease(key, out, nowMs, leaseMs), verdict };
  }

  async leave(key: string, token: string): Promise<void> {
    const room = this.leases.of(key);
    const out = room.get(key) ?? [];
    const at = out.findIndex((lease) => lease.token === token);
    if (at >= 0) out.splice(at, 1);
    if (out.length === 0) room.delete(key);
  }

  async attempt(key: string, rules: readonly LimitRule[]): Promise<Attempt> {
    rules.forEach(assertLimitRule);
    const nowMs = this.nowMs();
    const keptMs = longestWindowMs(rules);
    const made = (this.attempts.of(key).get(key) ?? []).filter((atMs) => atMs > nowMs - keptMs);
    const waits = rules.map(({ limit, windowMs }) => (made.at(-limit) ?? Number.NEGATIVE_INFINITY) + windowMs - nowMs);
    const retryAfterMs = Math.ceil(Math.max(...waits));
    if (retryAfterMs > 0) return { admitted: false, retryAfterMs };
    made.push(nowMs);
    this.attempts.of(key).set(key, made, nowMs + keptMs, nowMs);
    return { admitted: true, token: String(nowMs) };
  }

  async withdraw(key: string, token: string): Promise<void> {
    const made = this.attempts.of(key).get(key);
    const index = made?.indexOf(Number(token)) ?? -1;
    if (index >= 0) made?.splice(index, 1);
    if (made?.length === 0) this.attempts.of(key).delete(key);
  }

  async close(): Promise<void> {}

  private leasesOut(key: string, nowMs: number): OutLease[] {
    const out = this.leases.of(key).get(key) ?? [];
    return out.some(({ endsAtMs }) => endsAtMs <= nowMs) ? out.filter(({ endsAtMs }) => endsAtMs > nowMs) : out;
  }

  /** One more beside those that are out. @returns its token */
  private lease(key: string, out: OutLease[], nowMs: number, leaseMs: number): string {
    this.lastToken += 1;
    const lease = { token: String(this.lastToken), endsAtMs: nowMs + leaseMs };
    out.push(lease);
    let lastEndsAtMs = lease.endsAtMs;
    for (const { endsAtMs } of out) if (endsAtMs > lastEndsAtMs) lastEndsAtMs = endsAtMs;
    this.leases.of(key).set(key, out, lastEndsAtMs, nowMs);
    return lease.token;
  }
}
