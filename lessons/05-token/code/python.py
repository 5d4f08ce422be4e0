import os
import secrets

import redis

RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
"""

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
release = r.register_script(RELEASE)


def acquire(key):
    token = secrets.token_hex(16)  # 128 random bits, new for every acquisition
    return token if r.set(key, token, nx=True, px=30_000) else None


def give_back(key, token, attempts=3):  # after a lost answer, False may be a success
    for _ in range(attempts):
        try:
            return release(keys=[key], args=[token]) == 1
        except (redis.ConnectionError, redis.TimeoutError):
            pass  # no answer: send it again, it does no harm
    return False  # the lock ends by itself


first = acquire("lock:stock")
assert first and acquire("lock:stock") is None  # one owner at a time
assert give_back("lock:stock", first)
second = acquire("lock:stock")  # the same process, and another token
assert second and second != first
assert not give_back("lock:stock", first)  # sent once more: harmless
assert r.get("lock:stock") == second.encode()
assert give_back("lock:stock", second)
