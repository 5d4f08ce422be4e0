-- Takes the lock if it is free; otherwise puts its name on the roll of those
-- whom a release wakes. What can fail comes first, so that an error takes
-- nothing.
-- KEYS: the lock, the roll, and the lock's fence if it is fenced. ARGV: the
-- token, the time to live in milliseconds, the channel on which its process
-- hears, how long the roll is kept in milliseconds.
-- {1, fencing number or 0}: taken, {0, ms}: another's for so long, -1 for ever.
local name = ARGV[3] .. ' ' .. ARGV[1]
if redis.call('EXISTS', KEYS[1]) == 1 then
  local last = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')[2] or 0
  redis.call('ZADD', KEYS[2], 'NX', last + 1, name)
  redis.call('PEXPIRE', KEYS[2], ARGV[4])
  return {0, redis.call('PTTL', KEYS[1])}
end
local fence = KEYS[3] and redis.call('INCR', KEYS[3]) or 0
redis.call('ZREM', KEYS[2], name)
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return {1, fence}
