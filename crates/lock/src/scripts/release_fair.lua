-- Deletes the lock if it is still ours, gives up a place in the queue, and
-- tells whose turn it is.
-- KEYS: the lock, the queue by arrival, until when each waiter keeps its
-- place. ARGV: the token, the channel on which to tell it or ''.
-- 1: released, 0: another owner has it, -1: nobody has it any more.
local head = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
local owner = redis.call('GET', KEYS[1])
local ours = owner == ARGV[1]
if ours then
  redis.call('DEL', KEYS[1])
end
-- The turn passes on when the lock ends, and when who had the turn goes away.
if ARGV[2] ~= '' and (ours or (not owner and head == ARGV[1])) then
  redis.call('PUBLISH', ARGV[2], redis.call('ZRANGE', KEYS[2], 0, 0)[1] or '')
end
if ours then
  return 1
end
return owner and 0 or -1
