import os
import sqlite3
import uuid

import redis

ACQUIRE = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return redis.call('INCR', KEYS[2])
"""
LOCK, FENCE = "{stock}:lock", "{stock}:fence"  # one slot in a cluster
r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE shelf (pieces INTEGER, fence INTEGER)")
db.execute("INSERT INTO shelf VALUES (10, 0)")


def acquire():  # the number, or 0
    return r.eval(ACQUIRE, 2, LOCK, FENCE, uuid.uuid4().hex, 30_000)


def read(fence):  # a read notes the number as well
    noted = db.execute("UPDATE shelf SET fence = ? WHERE fence <= ?", (fence, fence))
    if noted.rowcount == 0:
        raise RuntimeError("somebody came after us")
    return db.execute("SELECT pieces FROM shelf").fetchone()[0]


def write(pieces, fence):  # compared in one step with the write
    sql = "UPDATE shelf SET pieces = ?, fence = ? WHERE fence <= ?"
    return db.execute(sql, (pieces, fence, fence)).rowcount == 1


a = acquire()
pieces_a = read(a)
r.delete(LOCK)  # A stands still until its lock is over
b = acquire()
assert b == a + 1
pieces_b = read(b)
assert not write(pieces_a - 1, a)  # A wakes up: too late
assert write(pieces_b - 1, b)
r.delete(LOCK, FENCE)  # only here: a counter in use is never deleted
