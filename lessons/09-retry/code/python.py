import os
import random
import time
import uuid

import redis

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))


def pauses(first_s=0.01, cap_s=0.5):
    """They double up to the cap; each is drawn from its upper half."""
    longest = first_s
    while True:
        yield random.uniform(longest / 2, longest)
        longest = min(longest * 2, cap_s)


def acquire(key, ttl_ms, limit_s):
    """A token, or None when the limit is over: never go on without a lock."""
    token, deadline = uuid.uuid4().hex, time.monotonic() + limit_s
    for pause in pauses():
        if r.set(key, token, nx=True, px=ttl_ms):
            return token
        left = deadline - time.monotonic()
        if left <= 0:
            return None
        time.sleep(min(pause, left))  # one last attempt at the end


# Somebody else holds the lock for 150 ms: wait for it.
r.set("lock:stock", "A", px=150)
began = time.monotonic()
token = acquire("lock:stock", ttl_ms=30_000, limit_s=5)
assert token and time.monotonic() - began >= 0.1
# It is ours now, so another gives up when its limit is over.
assert acquire("lock:stock", ttl_ms=30_000, limit_s=0.2) is None
assert r.get("lock:stock") == token.encode()
r.delete("lock:stock")
