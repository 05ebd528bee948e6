/**
 * The server's clock serves all processes alike; the caller's, in ARGV[1], stands in where a server denies scripts the command TIME.
 * Microseconds as text, for Lua would write them as 1.7e+15.
 */
const PRELUDE = `
local time = redis.pcall("TIME")
local now = tonumber(ARGV[1]) * 1000
if not time.err then now = tonumber(time[1]) * 1000000 + tonumber(time[2]) end
local function text(number) return string.format("%.0f", number) end
`;

/**
 * The rolling log. KEYS: the log. ARGV: now in ms, limit, window in ms, a member for this call.
 * Returns admitted (1 or 0), remaining, and milliseconds until the next is admitted and until all are gone.
 */
export const TAKE = `${PRELUDE}
local key, limit, window, member = KEYS[1], tonumber(ARGV[2]), tonumber(ARGV[3]) * 1000, ARGV[4]
redis.call("ZREMRANGEBYSCORE", key, "-inf", text(now - window))
local count = redis.call("ZCARD", key)
local function left(index)
  local found = redis.call("ZRANGE", key, index, index, "WITHSCORES")
  if not found[2] then return 0 end
  return math.max(1, math.ceil((tonumber(found[2]) + window - now) / 1000))
end
if count >= limit then return { 0, 0, left(count - limit), left(-1) } end
redis.call("ZADD", key, text(now), member)
redis.call("PEXPIRE", key, text(math.ceil(window / 1000)))
return { 1, limit - count - 1, 0, left(-1) }
`;

/**
 * A slot. KEYS: the leases, scored by their end. ARGV: now in ms, slots, lease in ms, token. Returns 1 when it was free.
 */
export const ENTER = `${PRELUDE}
local key, max, lease, token = KEYS[1], tonumber(ARGV[2]), tonumber(ARGV[3]) * 1000, ARGV[4]
redis.call("ZREMRANGEBYSCORE", key, "-inf", text(now))
if redis.call("ZCARD", key) >= max then return 0 end
redis.call("ZADD", key, text(now + lease), token)
local last = redis.call("ZRANGE", key, -1, -1, "WITHSCORES")
redis.call("PEXPIRE", key, text(math.ceil((tonumber(last[2]) - now) / 1000)))
return 1
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
redis.call("PEXPIRE", key, text(math.ceil(kept / 1000)))
return 0
`;
