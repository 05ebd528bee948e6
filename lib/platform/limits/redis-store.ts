import { BatchScheduler, type NonEmpty } from "../batch-loader";
import {
  type Attempt,
  assertLimitRule,
  type LimitDecision,
  type LimitRequest,
  type LimitResult,
  type LimitRule,
  type LimitStore,
} from "./limit-store";
import type { RedisTransport } from "./redis-transport";

/** Takes the server's clock, or ARGV[1] where scripts can't call TIME. Lua would write microseconds as 1.7e+15. */
const PRELUDE = `
local time = redis.pcall("TIME")
local now = tonumber(ARGV[1]) * 1000
if not time.err then now = tonumber(time[1]) * 1000000 + tonumber(time[2]) end
local function text(number) return string.format("%.0f", number) end
-- Expires later than needed, so that a busy key isn't renewed with each call.
local function keep(key, micros)
  if redis.call("PTTL", key) < micros / 1000 then redis.call("PEXPIRE", key, text(micros / 800)) end
end
`;

/**
 * Admits calls in order while both a slot and the window allow. KEYS: the log; the leases, scored by their end.
 * ARGV: now, limit, window, slots, lease (times in ms), then a member per call; a limit or slots of 0 don't apply.
 * Returns the number admitted; 1 if slots refused the rest; calls remaining; ms until the next is allowed; ms until
 * the window is empty.
 */
const ADMIT = `${PRELUDE}
local log, leases, wanted, first = KEYS[1], KEYS[2], #ARGV - 5, 6
local limit, window = tonumber(ARGV[2]), tonumber(ARGV[3]) * 1000
local slots, lease = tonumber(ARGV[4]), tonumber(ARGV[5]) * 1000
local free, admitted = wanted, wanted
if slots > 0 then
  free = slots - redis.call("ZCARD", leases)
  if free < wanted then
    redis.call("ZREMRANGEBYSCORE", leases, "-inf", text(now))
    free = slots - redis.call("ZCARD", leases)
  end
  admitted = math.min(wanted, math.max(0, free))
  if admitted == 0 then return { 0, 1, 0, 0, 0 } end
end
local function add(key, score)
  local members = {}
  for call = first, first + admitted - 1 do
    members[#members + 1] = text(score)
    members[#members + 1] = ARGV[call]
  end
  redis.call("ZADD", key, unpack(members))
end
local bySlots, remaining, wait, reset = admitted < wanted and 1 or 0, 0, 0, 0
if limit > 0 then
  redis.call("ZREMRANGEBYSCORE", log, "-inf", text(now - window))
  local count = redis.call("ZCARD", log)
  if count + admitted > limit then
    admitted, bySlots = math.max(0, limit - count), 0
  end
  if admitted > 0 then
    add(log, now)
    keep(log, window)
  end
  count, reset = count + admitted, math.ceil(window / 1000)
  remaining = math.max(0, limit - count)
  if admitted < wanted and bySlots == 0 then
    local function left(index)
      local found = redis.call("ZRANGE", log, index, index, "WITHSCORES")
      if not found[2] then return 0 end
      return math.max(1, math.ceil((tonumber(found[2]) + window - now) / 1000))
    end
    wait, reset = left(count - limit), left(-1)
  end
end
if slots > 0 and admitted > 0 then
  add(leases, now + lease)
  keep(leases, lease)
end
return { admitted, bySlots, remaining, wait, reset }
`;

/**
 * KEYS: the attempts, scored by time. ARGV: now in ms, a member, then limit and window in ms of each rule. Returns 0
 * if allowed, else ms until the next is.
 */
const ATTEMPT = `${PRELUDE}
local key, member, kept, wait = KEYS[1], ARGV[2], 0, 0
for rule = 3, #ARGV, 2 do kept = math.max(kept, tonumber(ARGV[rule + 1]) * 1000) end
redis.call("ZREMRANGEBYSCORE", key, "-inf", text(now - kept))
for rule = 3, #ARGV, 2 do
  local limit, window = tonumber(ARGV[rule]), tonumber(ARGV[rule + 1]) * 1000
  local found = redis.call("ZREVRANGE", key, limit - 1, limit - 1, "WITHSCORES")
  if found[2] then wait = math.max(wait, math.ceil((tonumber(found[2]) + window - now) / 1000)) end
end
if wait > 0 then return wait end
redis.call("ZADD", key, text(now), member)
keep(key, kept)
return 0
`;

export interface RedisStoreOptions {
  transport: RedisTransport;
  /** Unguessable. */
  newId: () => string;
  /** For servers without TIME in scripts. */
  nowMs: () => number;
  prefix: string;
}

const unexpectedReply = (reply: unknown) => new TypeError(`Unexpected reply from Redis: ${JSON.stringify(reply)}.`);

const isInteger = (value: unknown): value is number => Number.isInteger(value);

type AdmitReply = readonly [admitted: number, bySlots: 0 | 1, remaining: number, retryAfterMs: number, resetMs: number];

const isAdmitReply = (reply: unknown, wanted: number): reply is AdmitReply =>
  Array.isArray(reply) &&
  reply.length === 5 &&
  reply.every((figure) => isInteger(figure) && figure >= 0) &&
  reply[0] <= wanted &&
  reply[1] <= 1;

interface Lease {
  key: string;
  token: string;
}

interface Entry extends Lease {
  request: LimitRequest;
}

/** Calls with the same name share a script. */
const nameOf = ({ key, request: { slots, leaseMs, rule } }: Entry): string =>
  `${slots} ${leaseMs} ${rule?.limit} ${rule?.windowMs} ${key}`;

function decisionOf(index: number, { request: { slots, rule }, token }: Entry, reply: AdmitReply): LimitDecision {
  const [admitted, bySlots, remaining, retryAfterMs, resetMs] = reply;
  if (index < admitted) {
    const left = remaining + admitted - 1 - index;
    const result = rule && { allowed: true, remaining: left, retryAfterMs: 0, resetMs };
    return { refusedBy: null, token: slots > 0 ? token : null, result };
  }
  if (bySlots) return { refusedBy: "slots" };
  return { refusedBy: "rule", result: { allowed: false, remaining: 0, retryAfterMs, resetMs } };
}

const ignore = () => undefined;

/**
 * Exact limits shared between processes: each decision is one script on the server. Calls for a key in one
 * event-loop turn share a script. Errors and delays reach the caller; see `FallbackStore`.
 */
export class RedisStore implements LimitStore {
  private readonly batches = new BatchScheduler();
  /** Declared first, so that slots released in a turn are free for its requests. */
  private readonly giveBack = this.batches.loader({
    batchFn: (leases: NonEmpty<Lease>) => this.leaveAll(leases),
    groupOf: ({ key }) => key,
  });
  private readonly enter = this.batches.loader({
    batchFn: (entries: NonEmpty<Entry>) => this.admitAll(entries),
    groupOf: nameOf,
  });

  constructor(private readonly options: RedisStoreOptions) {}

  async take(key: string, rule: LimitRule): Promise<LimitResult> {
    const decision = await this.admit(key, { slots: 0, leaseMs: 0, rule });
    if (decision.refusedBy === "slots" || !decision.result) throw unexpectedReply(decision);
    return decision.result;
  }

  async admit(key: string, request: LimitRequest): Promise<LimitDecision> {
    if (request.rule) assertLimitRule(request.rule);
    return this.enter({ key, request, token: this.options.newId() });
  }

  leave(key: string, token: string): Promise<void> {
    return this.giveBack({ key, token });
  }

  async attempt(key: string, rules: readonly LimitRule[]): Promise<Attempt> {
    rules.forEach(assertLimitRule);
    const { transport, newId, nowMs } = this.options;
    const token = newId();
    const numbers = rules.flatMap(({ limit, windowMs }) => [limit, windowMs]);
    const reply = await transport.run(ATTEMPT, [this.attemptsOf(key)], [nowMs(), token, ...numbers]);
    if (!isInteger(reply) || reply < 0) throw unexpectedReply(reply);
    return reply === 0 ? { admitted: true, token } : { admitted: false, retryAfterMs: reply };
  }

  async withdraw(key: string, token: string): Promise<void> {
    await this.options.transport.remove(this.attemptsOf(key), [token]);
  }

  close(): Promise<void> {
    return this.options.transport.close();
  }

  private async admitAll(entries: NonEmpty<Entry>): Promise<LimitDecision[]> {
    const { transport, nowMs } = this.options;
    const [{ key, request }] = entries;
    const { slots, leaseMs, rule } = request;
    const numbers = [rule?.limit ?? 0, rule?.windowMs ?? 0, slots, leaseMs];
    const tokens = entries.map(({ token }) => token);
    try {
      const reply = await transport.run(ADMIT, [this.logOf(key), this.leasesOf(key)], [nowMs(), ...numbers, ...tokens]);
      if (!isAdmitReply(reply, entries.length)) throw unexpectedReply(reply);
      return entries.map((entry, index) => decisionOf(index, entry, reply));
    } catch (error) {
      // The server may have run it, so release the slots.
      if (slots > 0) transport.remove(this.leasesOf(key), tokens).catch(ignore);
      throw error;
    }
  }

  private async leaveAll(leases: NonEmpty<Lease>): Promise<undefined[]> {
    const [{ key }] = leases;
    const tokens = leases.map(({ token }) => token);
    const remove = () => this.options.transport.remove(this.leasesOf(key), tokens);
    // Removing twice is harmless; otherwise the slots stay taken until their leases expire.
    await remove().catch(remove);
    return leases.map(ignore);
  }

  protected get logPrefix(): string {
    return `${this.options.prefix}:rate`;
  }

  /** Braces are escaped, since `leasesOf` adds its own. */
  protected logOf(key: string): string {
    return `${this.logPrefix}:${key.replace(/[{}]/g, encodeURIComponent)}`;
  }

  /** The braces put both keys into one cluster slot, as a script requires. */
  private leasesOf(key: string): string {
    return `${this.options.prefix}:lease:{${this.logOf(key)}}`;
  }

  private attemptsOf(key: string): string {
    return `${this.options.prefix}:attempt:${key}`;
  }
}
