import os
import secrets

import redis

SCRIPT = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
"""

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
by_script = r.register_script(SCRIPT)


def find_out():
    """Once, when the program starts. A name that is unknown has no entry."""
    delex, delifeq = r.execute_command("COMMAND INFO", "DELEX", "DELIFEQ")
    if delex:
        return lambda key, token: ("DELEX", key, "IFEQ", token)
    if delifeq:
        return lambda key, token: ("DELIFEQ", key, token)
    return None


native = find_out()


def release(key, token):
    """1: given back. 0: it was not ours any more."""
    if native:
        try:
            return r.execute_command(*native(key, token))
        except redis.ResponseError as error:  # an older server, since a failover
            if "unknown command" not in str(error):
                raise
    return by_script(keys=[key], args=[token])


token = secrets.token_hex(16)
assert r.set("lock:stock", token, nx=True, px=30_000)
assert release("lock:stock", "somebody else's") == 0
assert release("lock:stock", token) == 1
