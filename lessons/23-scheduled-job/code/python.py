import os
import sqlite3
import uuid

import redis

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
db = sqlite3.connect(":memory:")  # stands for the shop's database
db.execute("CREATE TABLE accounts (id TEXT PRIMARY KEY, balance INTEGER)")
db.execute("CREATE TABLE fees (account TEXT, month TEXT, UNIQUE (account, month))")
db.execute("INSERT INTO accounts VALUES ('ann', 100), ('bob', 100)")


def charge(account, month):
    try:
        with db:  # one transaction: the note and the fee, or neither
            db.execute("INSERT INTO fees VALUES (?, ?)", (account, month))
            db.execute("UPDATE accounts SET balance = balance - 10 WHERE id = ?", (account,))
    except sqlite3.IntegrityError:
        pass  # charged already; the others go on


def run(month):
    # One attempt, no waiting. Nobody gives it back: it ends by itself, after
    # the longest run and the worst lateness, and before the next run.
    if not r.set(f"lock:fee:{month}", uuid.uuid4().hex, nx=True, px=600_000):
        return "went home"
    for (account,) in db.execute("SELECT id FROM accounts").fetchall():
        charge(account, month)
    return "done"  # report it: an alarm goes off if nobody does


balances = "SELECT balance FROM accounts"
r.delete("lock:fee:2026-11")
charge("ann", "2026-11")  # a run that crashed after the first account
assert run("2026-11") == "done"
assert run("2026-11") == "went home"  # five seconds late
assert db.execute(balances).fetchall() == [(90,), (90,)]
r.delete("lock:fee:2026-11")  # eleven minutes late: the lock has ended
assert run("2026-11") == "done"
assert db.execute(balances).fetchall() == [(90,), (90,)]
r.delete("lock:fee:2026-11")
