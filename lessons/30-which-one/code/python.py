import os
import secrets
import sqlite3

import redis

RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
"""

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
release = r.register_script(RELEASE)
db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE shelf (pieces INTEGER)")
db.execute("CREATE TABLE orders (id TEXT PRIMARY KEY)")
db.execute("INSERT INTO shelf VALUES (10)")


def sell(order):
    """Right without the lock too. The lock spares the database the rush."""
    token = secrets.token_hex(16)
    if not r.set("lock:stock", token, nx=True, px=30_000):
        return "busy"
    try:
        with db:  # one transaction: the order and the stock, or neither
            db.execute("INSERT INTO orders VALUES (?)", [order])
            sql = "UPDATE shelf SET pieces = pieces - 1 WHERE pieces > 0"
            if db.execute(sql).rowcount == 0:
                raise LookupError("sold out")
        return "sold"
    except sqlite3.IntegrityError:
        return "sold before"
    finally:
        if release(keys=["lock:stock"], args=[token]) == 0:
            print("the lock was lost before it was given back")


assert sell("order-7") == "sold"
assert sell("order-7") == "sold before"
assert sell("order-8") == "sold"
assert db.execute("SELECT pieces FROM shelf").fetchone() == (8,)
