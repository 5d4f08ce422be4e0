import os
import time

import redis

TAKE = """
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
for _, who in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now)) do
  redis.call('ZREM', KEYS[2], who)  -- no sign of life: its place is gone
  redis.call('ZREM', KEYS[3], who)
end
local head = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
local free = redis.call('EXISTS', KEYS[1]) == 0
if free and (not head or head == ARGV[1]) then
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('ZREM', KEYS[3], ARGV[1])
  redis.call('SET', KEYS[1], ARGV[1], 'PX', 30000)
  return 1
end
local last = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')[2] or 0
redis.call('ZADD', KEYS[2], 'NX', last + 1, ARGV[1])
redis.call('ZADD', KEYS[3], now + ARGV[2], ARGV[1])
return 0"""
GIVE = "return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0"
KEYS = ["{lock:stock}", "{lock:stock}:queue", "{lock:stock}:waiters"]

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
take, give = r.register_script(TAKE), r.register_script(GIVE)


def ask(token, patience_ms=9_000):  # whoever waits asks again well within its patience
    return take(keys=KEYS, args=[token, patience_ms]) == 1


assert ask("A") and not ask("B")  # B waits
assert give(keys=KEYS[:1], args=["A"]) == 1
assert not ask("C", patience_ms=200)  # free, and it is B's turn
assert ask("B")
assert give(keys=KEYS[:1], args=["B"]) == 1
time.sleep(0.3)  # C was next, and has died
assert ask("D")
assert give(keys=KEYS[:1], args=["D"]) == 1
