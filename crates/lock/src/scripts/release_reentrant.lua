-- Gives back one hold of the owner; the last frees the lock.
-- KEYS: the lock. ARGV: the owner, the hold, the channel on which to tell it
-- or ''.
-- 1: released, 2 and more: the owner has one hold less than that, 0: another
-- owner has it, -1: nobody has it, or this hold was given back before.
local owner = 'owner:' .. ARGV[1]
if redis.call('HEXISTS', KEYS[1], owner) == 0 then
  return redis.call('EXISTS', KEYS[1]) == 1 and 0 or -1
end
if redis.call('HDEL', KEYS[1], 'hold:' .. ARGV[2]) == 0 then
  return -1
end
local holds = redis.call('HINCRBY', KEYS[1], owner, -1)
if holds > 0 then
  return holds + 1
end
redis.call('DEL', KEYS[1])
if ARGV[3] ~= '' then
  redis.call('PUBLISH', ARGV[3], '')
end
return 1
