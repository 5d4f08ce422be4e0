-- Deletes the lock if it is still ours, takes its name off the roll, and wakes
-- two of those who are on it, of different processes: one may be paused. Whose
-- process hears nothing any more is passed over.
-- KEYS: the lock, the roll. ARGV: the token, the channel on which its process
-- hears.
-- 1: released, 0: another owner has it, -1: nobody has it any more.
local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] then
  redis.call('DEL', KEYS[1])
elseif redis.call('ZREM', KEYS[2], ARGV[2] .. ' ' .. ARGV[1]) == 1 or owner then
  return owner and 0 or -1
end
-- Mostly nobody waits.
if redis.call('EXISTS', KEYS[2]) == 0 then
  return owner and 1 or -1
end
-- Who gives up after it was woken comes here too: it wakes others instead.
local woken, first = 0
repeat
  local names = redis.call('ZRANGE', KEYS[2], 0, 15)
  for _, name in ipairs(names) do
    local channel, token = name:match('^(.-) (.*)$')
    if channel ~= first then
      redis.call('ZREM', KEYS[2], name)
      if redis.call('PUBLISH', channel, token) > 0 then
        woken, first = woken + 1, channel
        if woken == 2 then
          break
        end
      end
    end
  end
until woken > 0 or #names == 0
return owner and 1 or -1
