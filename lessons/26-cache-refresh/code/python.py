import os
import time
from concurrent.futures import ThreadPoolExecutor

import redis

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")), decode_responses=True)
queries = []


def query():
    queries.append(1)
    time.sleep(0.2)  # slow: the reason for the cache
    return "new"


def top():
    if r.get("fresh:top"):
        return r.get("cache:top")
    # A few times the usual length of the query. One attempt, no waiting.
    lock = r.lock("lock:top", timeout=5, blocking=False)
    if not lock.acquire():
        return r.get("cache:top")  # somebody is at it: the old one, or none
    try:
        if not r.get("fresh:top"):  # once more, with the lock in hand
            r.set("cache:top", query())
            r.set("fresh:top", 1, px=60_000)  # after the list
    finally:
        try:
            lock.release()
        except redis.exceptions.LockError:
            print("the lock was too short: a query too many, perhaps")
    return r.get("cache:top")


r.delete("fresh:top", "lock:top")
r.set("cache:top", "old")
with ThreadPoolExecutor(20) as visitors:
    for _ in range(20):
        visitors.submit(top)

assert len(queries) == 1 and top() == "new"
r.delete("cache:top", "fresh:top")
print("twenty visitors, one query")
