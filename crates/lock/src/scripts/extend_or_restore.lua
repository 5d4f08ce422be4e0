-- One node of several: gives the lock a new time to live if it is still ours,
-- and puts it back on a node that has forgotten it. Only the first counts for
-- the majority.
-- KEYS: the lock. ARGV: the token, the time to live in milliseconds.
-- 1: extended, 0: another owner has it, -1: put back.
local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
if owner then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return -1
