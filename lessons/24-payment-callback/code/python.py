import os
import sqlite3

import redis
from redis.exceptions import LockError

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
db = sqlite3.connect(":memory:")  # stands for the shop's database
db.execute("CREATE TABLE payments (order_id TEXT PRIMARY KEY)")
db.execute("CREATE TABLE wallets (id TEXT PRIMARY KEY, balance INTEGER)")
db.execute("INSERT INTO wallets VALUES ('ann', 0)")


def credit_once(order, wallet, amount):
    try:
        with db:  # one transaction: the number and the money, or neither
            db.execute("INSERT INTO payments VALUES (?)", (order,))
            update = "UPDATE wallets SET balance = balance + ? WHERE id = ?"
            db.execute(update, (amount, wallet))
    except sqlite3.IntegrityError:
        pass  # done already


def callback(order, wallet, amount, wait=2):
    lock = r.lock(f"lock:order:{order}", timeout=30, blocking_timeout=wait)
    if not lock.acquire():
        return "in progress"  # a 503: it will come again
    try:
        # ... if it is not done yet: ask whether the payment is genuine
        credit_once(order, wallet, amount)
        return "success"
    finally:
        try:
            lock.release()
        except LockError:
            pass  # it has ended; the table has kept watch


first = r.lock("lock:order:7", timeout=30)
assert first.acquire(blocking=False)  # the first report is still at work
assert callback("7", "ann", 50, wait=0.1) == "in progress"
first.release()
assert [callback("7", "ann", 50) for _ in range(3)] == ["success"] * 3
assert db.execute("SELECT balance FROM wallets").fetchone() == (50,)
