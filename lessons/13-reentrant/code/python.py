import os
import threading
import uuid

import redis

TAKE = """
local mine = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1
if redis.call('EXISTS', KEYS[1]) == 1 and not mine then return 0 end
local holds = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('PEXPIRE', KEYS[1], 30000)
return holds"""
GIVE = """
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return -1 end
local holds = redis.call('HINCRBY', KEYS[1], ARGV[1], -1)
if holds == 0 then redis.call('DEL', KEYS[1]) end
return holds"""

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
PROCESS = uuid.uuid4().hex


def ask(script):  # the owner is one thread of one process
    return r.eval(script, 1, "lock:stock", f"{PROCESS}:{threading.get_ident()}")


def reserve():
    assert ask(TAKE) == 2
    assert ask(GIVE) == 1


def sell():
    assert ask(TAKE) == 1
    reserve()  # the same thread: gets in
    other = threading.Thread(target=lambda: refused.append(ask(TAKE)))
    other.start()
    other.join()
    assert refused == [0]  # another thread: does not
    assert ask(GIVE) == 0  # the last one deletes


refused = []
sell()
assert not r.exists("lock:stock")
