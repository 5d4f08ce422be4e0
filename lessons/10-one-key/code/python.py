import os
import threading
import time

import redis

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
stock = {"apples": 1, "books": 5}  # stands for the database
sold = []


def sell_one(item, customer):
    time.sleep(0.1)  # ask the card company: slow, and nothing of the shop's
    # redis-py's lock: a token, and a release by script that compares it.
    lock = r.lock(f"lock:{item}", timeout=30, sleep=0.01, blocking_timeout=5)
    if not lock.acquire():
        return  # waited too long: drop the reservation
    try:
        left = stock[item]  # the look is inside, for the write relies on it
        if left > 0:
            time.sleep(0.02)
            stock[item] = left - 1
            sold.append((item, customer))
    finally:
        lock.release()


began = time.monotonic()
sales = [("apples", "A"), ("books", "B"), ("apples", "C")]
threads = [threading.Thread(target=sell_one, args=sale) for sale in sales]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
took = time.monotonic() - began

assert stock == {"apples": 0, "books": 4}
assert len([item for item, _ in sold if item == "apples"]) == 1
print(f"three customers in {took:.2f} s, and the apple was sold once")
