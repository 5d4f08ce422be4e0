-- Deletes the lock if it is still ours. One script, so nothing can happen
-- between the look and the deletion.
-- KEYS: the lock. ARGV: the token, the channel on which to tell it or ''.
-- 1: released, 0: another owner has it, -1: nobody has it any more.
local owner = redis.call('GET', KEYS[1])
if owner ~= ARGV[1] then
  return owner and 0 or -1
end
redis.call('DEL', KEYS[1])
if ARGV[2] ~= '' then
  redis.call('PUBLISH', ARGV[2], '')
end
return 1
