-- Takes the lock if it is free or already the owner's. Each hold has a field
-- of its own, so that a request which arrives twice counts once.
-- KEYS: the lock, and its fence if it is fenced. ARGV: the owner, the hold, the
-- time to live in milliseconds.
-- {1, fencing number or 0}: taken, {0, ms}: another's for so long, -1 for ever.
local free = redis.call('EXISTS', KEYS[1]) == 0
if not free and redis.call('HEXISTS', KEYS[1], 'owner:' .. ARGV[1]) == 0 then
  return {0, redis.call('PTTL', KEYS[1])}
end
-- The number belongs to the time in which the owner has the lock, not to each
-- hold: the resource would otherwise refuse the outer one. What can fail comes
-- first, so that an error takes nothing.
local fence = 0
if KEYS[2] then
  local first = free or redis.call('EXISTS', KEYS[2]) == 0
  fence = redis.call('INCRBY', KEYS[2], first and 1 or 0)
end
if redis.call('HSETNX', KEYS[1], 'hold:' .. ARGV[2], 1) == 1 then
  redis.call('HINCRBY', KEYS[1], 'owner:' .. ARGV[1], 1)
end
-- Another hold of the owner may rely on a longer time.
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return {1, fence}
