import os
import uuid
from contextlib import contextmanager

import redis

RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
"""

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
release = r.register_script(RELEASE)


class Taken(Exception):
    """Somebody else has the lock."""


@contextmanager
def lock(key):
    token = uuid.uuid4().hex
    if not r.set(key, token, nx=True, px=30_000):
        raise Taken(key)  # None is no error by itself: make it one
    try:
        yield
    finally:
        release(keys=[key], args=[token])


with lock("lock:stock"):
    try:
        with lock("lock:stock"):
            raise AssertionError("two inside")
    except Taken:
        pass  # the work was not begun, and nothing was released
    assert r.exists("lock:stock")
assert not r.exists("lock:stock")
