-- One node of several: its fence is at least this number from now on.
-- KEYS: the fence. ARGV: the number.
-- 1: it is.
local now = tonumber(redis.call('GET', KEYS[1]) or 0)
if now < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1])
end
return 1
