import os
import sqlite3
import tempfile

# SQLite here, so that it runs anywhere. Its lock is on the whole database and
# PostgreSQL's `SELECT … FOR UPDATE` on a row; both end with the transaction.
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "shop.db")


def connect():
    # Wait for the lock for at most 0.2 s: what does not end needs a limit.
    return sqlite3.connect(path, timeout=0.2, isolation_level=None)


def sell_one(db):
    db.execute("BEGIN IMMEDIATE")  # the lock
    try:
        db.execute("UPDATE shelf SET pieces = pieces - 1 WHERE pieces > 0")
        db.execute("COMMIT")  # lock and data end together
    except BaseException:
        db.execute("ROLLBACK")
        raise


a, b = connect(), connect()
a.execute("CREATE TABLE shelf (pieces INTEGER)")
a.execute("INSERT INTO shelf VALUES (10)")

a.execute("BEGIN IMMEDIATE")
a.execute("UPDATE shelf SET pieces = 9")
try:
    sell_one(b)
    raise SystemExit("B should have been refused")
except sqlite3.OperationalError as refused:
    assert "locked" in str(refused)

a.close()  # A dies: its lock and its update go together
sell_one(b)
assert b.execute("SELECT pieces FROM shelf").fetchone() == (9,)
b.close()
