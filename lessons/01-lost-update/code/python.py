import os
import threading
import time

import redis

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))


def sell_one(order):
    # The lock is in Redis, so that every process asks in the same place.
    # threading.Lock() would keep apart the threads of this process only.
    with r.lock("lock:stock", timeout=30, blocking_timeout=5):
        left = int(r.get("stock:headphones"))  # stands for a row of the database
        if left == 0:
            return False
        time.sleep(0.05)  # charging the card
        r.set("stock:headphones", left - 1)
        r.rpush("orders", order)
        return True


r.delete("orders")
r.set("stock:headphones", 1)
customers = [threading.Thread(target=sell_one, args=(f"order-{c}",)) for c in "ABC"]
for customer in customers:
    customer.start()
for customer in customers:
    customer.join()

# One pair of headphones, one order.
assert r.llen("orders") == 1
assert r.get("stock:headphones") == b"0"
r.delete("orders", "stock:headphones")
