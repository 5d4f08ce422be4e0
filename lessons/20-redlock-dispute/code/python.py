import os
import sqlite3

import redis

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE shelf (pieces INTEGER, version INTEGER)")
db.execute("INSERT INTO shelf VALUES (10, 1)")


def read():
    return db.execute("SELECT pieces, version FROM shelf").fetchone()


def write_if_unchanged(pieces, version):
    # The comparison and the write are one step, and the row takes it.
    done = db.execute(
        "UPDATE shelf SET pieces = ?, version = version + 1 WHERE version = ?",
        (pieces, version),
    )
    return done.rowcount == 1


def sell_one():
    # The lock saves work: it keeps clients from refusing each other in turn.
    with r.lock("lock:stock", timeout=30, blocking_timeout=5):
        pieces, version = read()
        return write_if_unchanged(pieces - 1, version)


# A reads, and stands still. B sells. A wakes up and is refused.
pieces_a, version_a = read()
assert sell_one()
assert not write_if_unchanged(pieces_a - 1, version_a)
assert read() == (9, 2)
