-- Takes the lock if it is free. One script, where the answer should say more
-- than yes or no. What can fail comes first, so that an error takes nothing.
-- KEYS: the lock, and its fence if it is fenced. ARGV: the token, the time to
-- live in milliseconds.
-- {1, fencing number or 0}: taken, {0, ms}: another's for so long, -1 for ever.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return {0, redis.call('PTTL', KEYS[1])}
end
local fence = KEYS[2] and redis.call('INCR', KEYS[2]) or 0
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return {1, fence}
