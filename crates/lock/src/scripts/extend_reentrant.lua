-- Gives the lock a new time to live if this hold of the owner is still there.
-- KEYS: the lock. ARGV: the owner, the hold, the time to live in milliseconds.
-- 1: extended, 0: another owner has it, -1: nobody has it any more.
if redis.call('HEXISTS', KEYS[1], 'owner:' .. ARGV[1]) == 0 then
  return redis.call('EXISTS', KEYS[1]) == 1 and 0 or -1
end
if redis.call('HEXISTS', KEYS[1], 'hold:' .. ARGV[2]) == 0 then
  return -1
end
-- Another hold of the owner may rely on a longer time.
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return 1
