import os
import uuid

import redis

RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
"""

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
release = r.register_script(RELEASE)


def sell_one():
    token = uuid.uuid4().hex  # a new one for every acquisition
    if not r.set("lock:stock", token, nx=True, px=30_000):
        return False  # somebody else is at the shelf
    try:
        ...  # take one from the shelf
    finally:
        if release(keys=["lock:stock"], args=[token]) == 0:
            print("the lock was lost before it was given back")
    return True


assert sell_one()
# A late release removes nobody else's lock.
r.set("lock:stock", "B", nx=True, px=30_000)
assert release(keys=["lock:stock"], args=["A"]) == 0
assert r.get("lock:stock") == b"B"
r.delete("lock:stock")
