import os
import time
import uuid

import redis

# 1: extended, 0: another has the lock, -1: nobody has it.
EXTEND = """
local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return owner and 0 or -1
"""

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
script = r.register_script(EXTEND)


class Lease:
    def __init__(self, key, ttl_ms, max_ms):
        self.key, self.token, self.ttl_ms = key, uuid.uuid4().hex, ttl_ms
        self.until = time.monotonic() + max_ms / 1000
        if not r.set(key, self.token, nx=True, px=ttl_ms):
            raise RuntimeError(f"{key} is taken")

    def extend(self):
        """Whether the work may go on."""
        left_ms = int((self.until - time.monotonic()) * 1000)
        ttl_ms = min(self.ttl_ms, left_ms)
        return ttl_ms > 0 and script(keys=[self.key], args=[self.token, ttl_ms]) == 1


lease = Lease("lock:stock", ttl_ms=1000, max_ms=3000)
assert lease.extend()
# Lost to B: the extension says so, and leaves B's lock as it is.
r.set("lock:stock", "B", px=500)
assert not lease.extend() and r.pttl("lock:stock") <= 500
r.delete("lock:stock")
# No extension goes beyond the longest lease.
lease = Lease("lock:stock", ttl_ms=10_000, max_ms=200)
assert lease.extend() and r.pttl("lock:stock") <= 200
time.sleep(0.25)
assert not lease.extend() and r.get("lock:stock") is None
