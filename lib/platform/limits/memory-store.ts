import {
  type Attempt,
  assertLimitRule,
  type LimitDecision,
  type LimitRequest,
  type LimitResult,
  type LimitRule,
  type LimitStore,
  longestWindowMs,
  purposeOf,
} from "./limit-store";

interface Entry<Value> {
  value: Value;
  expiresAtMs: number;
}

/**
 * Drops expired entries, and beyond `maxKeys` the one set longest ago. With equal lifetimes that one is closest to
 * expiry.
 */
export class ExpiringMap<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  private newest: Entry<Value> | undefined;

  constructor(private readonly maxKeys: number) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: string): Value | undefined {
    return this.entries.get(key)?.value;
  }

  set(key: string, value: Value, expiresAtMs: number, nowMs: number): void {
    const known = this.entries.get(key);
    const entry = known ?? { value, expiresAtMs };
    entry.value = value;
    entry.expiresAtMs = expiresAtMs;
    if (!known || known !== this.newest) {
      // Re-inserted to move it to the end, unless it is there already.
      if (known) this.entries.delete(key);
      this.entries.set(key, entry);
      this.newest = entry;
    }
    for (const [oldestKey, oldest] of this.entries) {
      if (oldest.expiresAtMs > nowMs && this.entries.size <= this.maxKeys) break;
      this.entries.delete(oldestKey);
    }
  }

  delete(key: string): void {
    this.entries.delete(key);
  }
}

interface MemoryStoreOptions {
  /** Monotonic milliseconds, such as `() => performance.now()`. */
  nowMs: () => number;
  /** Per purpose. Beyond it the least recently used key loses its count. */
  maxKeys?: number;
  /** Per purpose; attempts are remembered for a day. */
  maxAttemptKeys?: number;
}

const DEFAULT_MAX_KEYS = 20_000;
/** At least the number of account groups, so that none is ever evicted. */
export const MAX_ATTEMPT_KEYS = 65_536;

class MapsByPurpose<Value> {
  private readonly maps = new Map<string, ExpiringMap<Value>>();

  constructor(private readonly maxKeys: number) {}

  get size(): number {
    return [...this.maps.values()].reduce((sum, { size }) => sum + size, 0);
  }

  of(key: string): ExpiringMap<Value> {
    const purpose = purposeOf(key);
    let map = this.maps.get(purpose);
    if (!map) {
      map = new ExpiringMap<Value>(this.maxKeys);
      this.maps.set(purpose, map);
    }
    return map;
  }
}

interface OutLease {
  token: string;
  endsAtMs: number;
}

/** Oldest first. */
interface CallLog {
  atMs: number[];
  /** Earlier entries have left the window. */
  first: number;
}

/** Drops half the log at a time, so that a call's cost doesn't grow with the log. */
function dropOlder(log: CallLog, sinceMs: number): void {
  while (log.first < log.atMs.length && (log.atMs[log.first] as number) <= sinceMs) log.first += 1;
  if (log.first <= log.atMs.length / 2) return;
  log.atMs.splice(0, log.first);
  log.first = 0;
}

/**
 * Exact limits for one process, in about 200 bytes per key and 16 per call. Share one instance: each has its own
 * budgets.
 */
export class MemoryStore implements LimitStore {
  private readonly nowMs: () => number;
  private readonly logs: MapsByPurpose<CallLog>;
  /** A list: keys have a few leases, which are searched faster than a map is kept. */
  private readonly leases: MapsByPurpose<OutLease[]>;
  /** Oldest first; the time is also the token. */
  private readonly attempts: MapsByPurpose<number[]>;
  private lastToken = 0;

  constructor({ nowMs, maxKeys = DEFAULT_MAX_KEYS, maxAttemptKeys = MAX_ATTEMPT_KEYS }: MemoryStoreOptions) {
    this.nowMs = nowMs;
    this.logs = new MapsByPurpose(maxKeys);
    this.leases = new MapsByPurpose(maxKeys);
    this.attempts = new MapsByPurpose(maxAttemptKeys);
  }

  get size(): number {
    return this.logs.size + this.leases.size + this.attempts.size;
  }

  async take(key: string, rule: LimitRule): Promise<LimitResult> {
    return this.count(key, rule);
  }

  private count(key: string, rule: LimitRule): LimitResult {
    assertLimitRule(rule);
    const { limit, windowMs } = rule;
    const nowMs = this.nowMs();
    const map = this.logs.of(key);
    const log = map.get(key) ?? { atMs: [], first: 0 };
    dropOlder(log, nowMs - windowMs);
    const count = log.atMs.length - log.first;
    if (count >= limit) {
      const leftMs = (index: number) => Math.ceil((log.atMs.at(index) ?? nowMs) + windowMs - nowMs);
      return { allowed: false, remaining: 0, retryAfterMs: leftMs(-limit), resetMs: leftMs(-1) };
    }
    log.atMs.push(nowMs);
    map.set(key, log, nowMs + windowMs, nowMs);
    return { allowed: true, remaining: limit - count - 1, retryAfterMs: 0, resetMs: Math.ceil(windowMs) };
  }

  async admit(key: string, { slots, leaseMs, rule }: LimitRequest): Promise<LimitDecision> {
    const nowMs = this.nowMs();
    const out = slots > 0 ? this.leasesOut(key, nowMs) : null;
    if (out && out.length >= slots) return { refusedBy: "slots" };
    const result = rule && this.count(key, rule);
    if (result?.allowed === false) return { refusedBy: "rule", result };
    return { refusedBy: null, token: out && this.lease(key, out, nowMs, leaseMs), result };
  }

  async leave(key: string, token: string): Promise<void> {
    const map = this.leases.of(key);
    const out = map.get(key) ?? [];
    const at = out.findIndex((lease) => lease.token === token);
    if (at >= 0) out.splice(at, 1);
    if (out.length === 0) map.delete(key);
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
