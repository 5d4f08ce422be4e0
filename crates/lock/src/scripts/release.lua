-- Deletes the lock if it is still ours. One script, so nothing can happen
-- between the look and the deletion.
-- 1: released, 0: another owner has it, -1: nobody has it any more.
local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return owner and 0 or -1
