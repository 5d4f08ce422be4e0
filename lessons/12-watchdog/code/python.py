import os
import threading
import time
import uuid

import redis

MINE = "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end "
EXTEND = MINE + "return redis.call('PEXPIRE', KEYS[1], ARGV[2])"
RELEASE = MINE + "return redis.call('DEL', KEYS[1])"

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))


def with_watchdog(key, work, ttl=30.0, max_lease=300.0):
    token, over, lost = uuid.uuid4().hex, threading.Event(), threading.Event()
    ttl_ms, end = int(ttl * 1000), time.monotonic() + max_lease
    if not r.set(key, token, nx=True, px=ttl_ms):
        return False

    def watchdog():  # a daemon: it dies with the process
        while not over.wait(ttl / 3):
            try:
                if time.monotonic() < end and r.eval(EXTEND, 1, key, token, ttl_ms):
                    continue
            except redis.RedisError:
                pass  # to be on the safe side, that counts as lost
            return lost.set()

    threading.Thread(target=watchdog, daemon=True).start()
    try:
        work(lost)  # looks at `lost` now and then
    finally:
        over.set()  # the watchdog ends with the work
        r.eval(RELEASE, 1, key, token)
    return not lost.is_set()


assert with_watchdog("lock:stock", lambda _: time.sleep(0.9), ttl=0.3)  # renewed
assert not with_watchdog("lock:stock", lambda lost: lost.wait(5), ttl=0.3, max_lease=0.6)
assert r.get("lock:stock") is None
