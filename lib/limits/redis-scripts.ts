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
 * For each of several calls a slot and a place in the rolling log, both or neither: as many as there is room for, in order. KEYS: the log; the leases,
 * scored by their end. ARGV: now in ms, limit and window in ms, slots and lease in ms, then a member for each call; a limit or slots of 0 are not asked for.
 * Returns how many were admitted; 1 where the others are refused for want of a slot, else 0; then of the log how many remain, and milliseconds until the
 * next is admitted and until all are gone.
 */
export const ADMIT = `${PRELUDE}
local log, leases, asked, first = KEYS[1], KEYS[2], #ARGV - 5, 6
local limit, window = tonumber(ARGV[2]), tonumber(ARGV[3]) * 1000
local slots, lease = tonumber(ARGV[4]), tonumber(ARGV[5]) * 1000
local free, admitted = asked, asked
if slots > 0 then
  free = slots - redis.call("ZCARD", leases)
  if free < asked then
    redis.call("ZREMRANGEBYSCORE", leases, "-inf", text(now))
    free = slots - redis.call("ZCARD", leases)
  end
  admitted = math.min(asked, math.max(0, free))
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
local bySlots, remaining, wait, reset = admitted < asked and 1 or 0, 0, 0, 0
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
  if admitted < asked and bySlots == 0 then
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
