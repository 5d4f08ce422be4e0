import os
import uuid

import redis

# What goes over the wire, agreed on with the other service: key and value as
# UTF-8, a string, nothing in front.
KEY = b"lock:stock"
RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
"""

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")))
release = r.register_script(RELEASE)


def as_java(text):  # what an unconfigured RedisTemplate makes of a short string
    raw = text.encode()
    return b"\xac\xed\x00\x05t" + len(raw).to_bytes(2, "big") + raw


token = uuid.uuid4().hex.encode()
assert r.set(KEY, token, nx=True, px=30_000)
# What the other service must see: this name, this type, this value.
assert r.type(KEY) == b"string" and r.get(KEY) == token
assert list(r.scan_iter(match="*lock:stock")) == [KEY]

# The same name through another serializer is another key, and excludes nobody.
assert r.set(as_java("lock:stock"), b"J", nx=True, px=30_000)
found = sorted(r.scan_iter(match="*lock:stock"))
print(found)
assert found == [KEY, as_java("lock:stock")]

# A value in JSON's quotes is not the token.
assert release(keys=[KEY], args=[b'"' + token + b'"']) == 0
assert release(keys=[KEY], args=[token]) == 1
r.delete(as_java("lock:stock"))
