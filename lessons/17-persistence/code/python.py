import os

import redis

r = redis.Redis(port=int(os.environ.get("REDIS_PORT", "6379")), decode_responses=True)


def forgets(settings):
    """What a restart may forget. Nobody can see it from the locks."""
    if settings["appendonly"] != "yes":
        return "everything since the last snapshot: do not restart it at once"
    if settings["appendfsync"] == "always":
        return "nothing that it has answered"
    return "about the last second, if the machine goes down"


# A line for the log when the program begins.
print("a restart of this Redis forgets", forgets(r.config_get("append*")))

before = r.config_get("append*")
r.config_set("appendonly", "no")
assert "snapshot" in forgets(r.config_get("append*"))
assert forgets({"appendonly": "yes", "appendfsync": "always"}).startswith("nothing")
assert "second" in forgets({"appendonly": "yes", "appendfsync": "everysec"})
r.config_set("appendonly", before["appendonly"])
