import os
import time
import uuid

import redis

TTL_MS = 30_000
DRIFT_MS = TTL_MS // 100 + 2  # what clocks may differ by meanwhile
RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
"""


def release(nodes, key, token):
    for node in nodes:  # all of them: no answer does not mean no key
        try:
            node.eval(RELEASE, 1, key, token)
        except redis.RedisError:
            pass


def acquire(nodes, key):
    token, votes, asked_at = uuid.uuid4().hex, 0, time.monotonic()
    for node in nodes:  # a good library asks all of them at once
        try:
            votes += bool(node.set(key, token, nx=True, px=TTL_MS))
        except redis.RedisError:
            pass  # a vote that is missing
    valid_until = asked_at + (TTL_MS - DRIFT_MS) / 1000
    if votes > len(nodes) // 2 and time.monotonic() < valid_until:
        return token, valid_until
    return release(nodes, key, token)  # everywhere, and no lock


# To try it: two databases of one server stand in for two, the third is down.
port, quick = int(os.environ.get("REDIS_PORT", "6379")), {"socket_timeout": 0.3}
nodes = [redis.Redis(port=port, db=n, **quick) for n in (0, 1)] + [redis.Redis(port=1, **quick)]
token, valid_until = acquire(nodes, "lock:stock")
assert 0 < valid_until - time.monotonic() < 30 - 0.3
assert acquire(nodes, "lock:stock") is None
release(nodes, "lock:stock", token)
