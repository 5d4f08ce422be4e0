import os
import secrets

import redis

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))


# Where scripts are not allowed, WATCH closes the gap too: EXEC does nothing if
# somebody has written the key since. A script needs one command for it.
def give_back(key, token, before_exec=lambda: None):
    with r.pipeline() as p:
        try:
            p.watch(key)
            if p.get(key) != token.encode():
                return False
            before_exec()
            p.multi()
            p.delete(key)
            return p.execute() == [1]
        except redis.WatchError:
            return False  # it changed hands in the gap


def takes_over():
    r.delete("lock:stock")  # as if A's lock had run out
    r.set("lock:stock", "B-1", nx=True, px=30_000)


token = secrets.token_hex(16)
assert r.set("lock:stock", token, nx=True, px=30_000)
assert not give_back("lock:stock", token, before_exec=takes_over)
assert r.get("lock:stock") == b"B-1"  # B's lock is in its place
assert give_back("lock:stock", "B-1")
assert not give_back("lock:stock", "B-1")  # a second time there is nothing
