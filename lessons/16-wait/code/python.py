import os
import threading
import time
import uuid

import redis

RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""

port = int(os.environ.get("REDIS_PORT", "6379"))
# WAIT is about the writes of its own connection, so both commands take the same.
r = redis.Redis(port=port, single_connection_client=True)


def acquire(key, replicas=1, within_ms=300):
    token = uuid.uuid4().hex
    if not r.set(key, token, nx=True, px=30_000):
        return None
    if r.wait(replicas, within_ms) >= replicas:  # too few is no error
        return token
    r.eval(RELEASE, 1, key, token)  # nothing was undone, so undo it
    return None


# Without a replica nobody confirms: no lock, and none is left behind.
assert acquire("lock:stock") is None
assert not r.exists("lock:stock")

# Only the client that waits is held up.
waiter = threading.Thread(target=acquire, args=("lock:stock", 1, 1000))
waiter.start()
time.sleep(0.1)
other, begun = redis.Redis(port=port), time.monotonic()
other.incr("visits")
assert time.monotonic() - begun < 0.5 and waiter.is_alive()
waiter.join()
other.delete("visits")
