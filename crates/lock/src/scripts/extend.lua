-- Gives the lock a new time to live if it is still ours. It never brings back
-- a lock that has ended: whoever came after us may have been and gone.
-- KEYS: the lock. ARGV: the token, the time to live in milliseconds.
-- 1: extended, 0: another owner has it, -1: nobody has it any more.
local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return owner and 0 or -1
