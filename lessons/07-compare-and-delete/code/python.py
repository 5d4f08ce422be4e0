import os
import secrets

import redis

RELEASE = """
-- Check first, write last: a script that fails is not rolled back.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
"""

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
release = r.register_script(RELEASE)  # EVALSHA; loads it after NOSCRIPT


def acquire(key):
    token = secrets.token_hex(16)
    return token if r.set(key, token, nx=True, px=30_000) else None


first = acquire("lock:stock")
r.script_flush()  # as after a restart: the server has forgotten the script
assert release(keys=["lock:stock"], args=[first]) == 1
second = acquire("lock:stock")
assert release(keys=["lock:stock"], args=[first]) == 0  # not A's any more
assert release(keys=["lock:stock"], args=[second]) == 1

# No rollback: SETNX stays, though the script ends with an error.
HALF = "redis.call('SETNX', KEYS[1], 'A') redis.call('PEXPIRE', KEYS[1], '30s')"
try:
    r.eval(HALF, 1, "lock:stock")
    raise SystemExit("the script should have failed")
except redis.ResponseError:
    assert r.get("lock:stock") == b"A" and r.ttl("lock:stock") == -1
r.delete("lock:stock")
