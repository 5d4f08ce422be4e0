import os
import uuid

import redis

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))


def acquire(key):
    """The key and its end in one command; the token, or None if it is taken."""
    token = uuid.uuid4().hex
    return token if r.set(key, token, nx=True, px=30_000) else None


def without_end(pattern="lock:*"):
    """Locks that would stay for ever: worth an alarm."""
    return [key for key in r.scan_iter(pattern) if r.ttl(key) == -1]


assert r.ttl("lock:stock") == -2  # no such key
assert acquire("lock:stock")
assert 0 < r.ttl("lock:stock") <= 30  # from the first moment on
assert acquire("lock:stock") is None  # taken, and its end is as it was

r.setnx("lock:orphan", "somebody who died")
assert r.ttl("lock:orphan") == -1  # no end
assert b"lock:orphan" in without_end()
r.delete("lock:stock", "lock:orphan")
