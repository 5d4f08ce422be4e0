import os
import sqlite3

import redis

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
db = sqlite3.connect(":memory:")  # stands for the shop's database
db.execute("CREATE TABLE orders (id TEXT PRIMARY KEY)")
db.execute("CREATE TABLE stock (item TEXT PRIMARY KEY, n INTEGER)")
db.execute("INSERT INTO stock VALUES ('headphones', 2)")


class SoldOut(Exception):
    pass


def place(order, item):
    """It may come any number of times, with the lock or without."""
    try:
        with db:  # one transaction: the number and its effect, or neither
            db.execute("INSERT INTO orders VALUES (?)", (order,))
            sold = db.execute("UPDATE stock SET n = n - 1 WHERE item = ? AND n > 0", (item,))
            if sold.rowcount == 0:
                raise SoldOut  # takes the number back, too
    except sqlite3.IntegrityError:
        return "seen"
    except SoldOut:
        return "sold out"
    return "sold"


def handle(order, item):
    # The lock saves work. What is right does not depend on it.
    with r.lock(f"lock:stock:{item}", timeout=30, blocking_timeout=2):
        return place(order, item)


assert [handle("order-7", "headphones") for _ in range(3)] == ["sold", "seen", "seen"]
assert place("order-8", "headphones") == "sold"  # as if its lock had lapsed
assert place("order-9", "headphones") == "sold out"
assert db.execute("SELECT n FROM stock").fetchone() == (0,)
