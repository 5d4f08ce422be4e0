import os
import sqlite3
import uuid

import redis

db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE stock (id TEXT PRIMARY KEY, left INT)")
db.execute("INSERT INTO stock VALUES ('shelf', 1)")
port = int(os.environ.get("REDIS_PORT", "6379"))
here = redis.Redis(port=port, socket_timeout=1)
gone = redis.Redis(port=1, socket_timeout=1)  # nobody listens there
NO_ANSWER = (redis.ConnectionError, redis.TimeoutError)


def take(r, token):
    try:
        return r.set("lock:stock", token, nx=True, px=30_000) is True
    except NO_ANSWER:  # not "no": perhaps only the answer was lost, so ask
        return r.get("lock:stock") == token.encode()  # may raise again


def sell_one():  # the database looks and writes in one statement
    update = "UPDATE stock SET left = left - 1 WHERE id = 'shelf' AND left > 0"
    return db.execute(update).rowcount == 1


def serve(r, token):
    try:
        if not take(r, token):
            return "try later"
    except NO_ANSWER:
        pass  # by design: sell_one() keeps the stock right without any lock
    return "sold" if sell_one() else "sold out"


a, b = uuid.uuid4().hex, uuid.uuid4().hex
assert serve(gone, a) == "sold"
assert serve(here, b) == "sold out"  # with a lock, and too late all the same
assert here.get("lock:stock") == b.encode()
assert serve(here, a) == "try later"
here.delete("lock:stock")
