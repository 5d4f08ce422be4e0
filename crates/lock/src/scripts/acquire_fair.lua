-- Takes the lock if it is free and nobody came before; otherwise takes or
-- keeps a place in the queue. Places are kept by the server's clock.
-- KEYS: the lock, the queue by arrival, until when each waiter keeps its
-- place, and the lock's fence if it is fenced. ARGV: the token, the time to
-- live in milliseconds, the patience in milliseconds or 0 to take no place.
-- {1, fencing number or 0}: taken, {0, ms}: ask again after so long at the
-- latest, -1 if nothing ends by itself.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local head = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
local head_until
while head do
  head_until = tonumber(redis.call('ZSCORE', KEYS[3], head) or 0)
  if head == ARGV[1] or head_until > now then
    break
  end
  redis.call('ZREM', KEYS[2], head)
  redis.call('ZREM', KEYS[3], head)
  head = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
end
if (not head or head == ARGV[1]) and redis.call('EXISTS', KEYS[1]) == 0 then
  -- What can fail comes first, so that an error takes nothing.
  local fence = KEYS[4] and redis.call('INCR', KEYS[4]) or 0
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('ZREM', KEYS[3], ARGV[1])
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return {1, fence}
end
if ARGV[3] ~= '0' then
  if not redis.call('ZSCORE', KEYS[2], ARGV[1]) then
    local last = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')[2] or 0
    redis.call('ZADD', KEYS[2], last + 1, ARGV[1])
  end
  redis.call('ZADD', KEYS[3], now + ARGV[3], ARGV[1])
  local longest = redis.call('ZRANGE', KEYS[3], -1, -1, 'WITHSCORES')[2]
  redis.call('PEXPIREAT', KEYS[2], longest)
  redis.call('PEXPIREAT', KEYS[3], longest)
end
local left = redis.call('PTTL', KEYS[1])
if left == -2 then
  -- Free, but it is another waiter's turn, who may be dead.
  return {0, head_until - now}
end
return {0, left}
