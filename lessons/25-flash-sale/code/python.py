import os
import threading

import redis

# Looks and takes in one step. Answers what is left, or -1 for "sold out".
TAKE = """
local left = tonumber(redis.call('GET', KEYS[1]) or '0')
if left > 0 then
  return redis.call('DECR', KEYS[1])
end
return -1
"""

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
take = r.register_script(TAKE)
orders = []


def buy(customer):
    if take(keys=["left:phone"]) < 0:
        return False  # sold out, and nobody had to wait for it
    try:
        orders.append(customer)  # stands for the order in the database
    except Exception:
        r.incr("left:phone")  # only where it is certain that none was written
        raise
    return True


r.delete("left:phone")
r.set("left:phone", 2, nx=True)  # before the sale
crowd = [threading.Thread(target=buy, args=(n,)) for n in range(50)]
for thread in crowd:
    thread.start()
for thread in crowd:
    thread.join()

assert len(orders) == 2
assert r.get("left:phone") == b"0"
r.delete("left:phone")
print("fifty came, two bought, nobody waited")
