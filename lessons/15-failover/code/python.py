import os
import sqlite3
import uuid

import redis

RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE stock (id TEXT PRIMARY KEY, left INT, version INT)")
db.execute("INSERT INTO stock VALUES ('shelf', 10, 0)")


def take():
    token = uuid.uuid4().hex
    return token if r.set("lock:stock", token, nx=True, px=30_000) else None


def read():
    return db.execute("SELECT left, version FROM stock WHERE id = 'shelf'").fetchone()


def write(left, version):  # only if nobody has written since this version
    update = "UPDATE stock SET left = ?, version = version + 1 WHERE id = 'shelf' AND version = ?"
    return db.execute(update, (left, version)).rowcount == 1


a = take()
a_left, a_version = read()
r.delete("lock:stock")  # a failover: the new primary has never heard of the lock
b = take()
b_left, b_version = read()
assert a and b and a != b  # one lock, two owners

assert write(a_left - 1, a_version)
assert not write(b_left - 1, b_version)  # the row refuses; B reads again
assert read() == (9, 1)
assert r.eval(RELEASE, 1, "lock:stock", a) == 0  # A learns that it was not alone
assert r.eval(RELEASE, 1, "lock:stock", b) == 1
