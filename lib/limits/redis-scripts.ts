/**
 * The server's clock serves all processes alike; the caller's, in ARGV[1], stands in where a server denies scripts the command TIME.
 * Microseconds as text, for Lua would write them as 1.7e+15.
 */
const PRELUDE = `
local time = redis.pcall("TIME")
local now = tonumber(ARGV[1]) * 1000
if not time.err then now = tonumber(time[1]) * 1000000 + tonumber(time[2]) end
local function text(number) return string.format("%.0f", number) end
-- For longer than asked, so that a key in use is told once in a while, and not with each call.
local function keep(key, micros)
  if redis.call("PTTL", key) < micros / 1000 then redis.call("PEXPIRE", key, text(micros / 800)) end
end
`;

/**
 * A slot and a place in the rolling log, both or neither. KEYS: the log; the leases, scored by their end. ARGV: now in ms, a member for this call,
 * limit and window in ms, slots and lease in ms; a limit or slots of 0 are not asked for.
 * Returns 1 when it was admitted, 0 when the log refused it, -1 when no slot was free; then of the log how many remain, and milliseconds until
 * the next is admitted and until all are gone.
 */
export const ADMIT = `${PRELUDE}
local log, leases, member = KEYS[1], KEYS[2], ARGV[2]
local limit, window = tonumber(ARGV[3]), tonumber(ARGV[4]) * 1000
local slots, lease = tonumber(ARGV[5]), tonumber(ARGV[6]) * 1000
if slots > 0 then
  if redis.call("ZCARD", leases) >= slots then
    redis.call("ZREMRANGEBYSCORE", leases, "-inf", text(now))
    if redis.call("ZCARD", leases) >= slots then return { -1, 0, 0, 0 } end
  end
end
local remaining, reset = 0, 0
if limit > 0 then
  redis.call("ZREMRANGEBYSCORE", log, "-inf", text(now - window))
  local count = redis.call("ZCARD", log)
  local function left(index)
    local found = redis.call("ZRANGE", log, index, index, "WITHSCORES")
    if not found[2] then return 0 end
    return math.max(1, math.ceil((tonumber(found[2]) + window - now) / 1000))
  end
  if count >= limit then return { 0, 0, left(count - limit), left(-1) } end
  redis.call("ZADD", log, text(now), member)
  keep(log, window)
  remaining, reset = limit - count - 1, math.ceil(window / 1000)
end
if slots > 0 then
  redis.call("ZADD", leases, text(now + lease), member)
  keep(leases, lease)
end
return { 1, remaining, 0, reset }
`;

/**
 * An attempt under several rules. KEYS: the attempts, scored by their moment. ARGV: now in ms, a member for this one, then limit and window
 * in ms of each rule. Returns 0 when it was admitted, else milliseconds until one would be.
 */
export const ATTEMPT = `${PRELUDE}
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
