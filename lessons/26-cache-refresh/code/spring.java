// Between the threads of one process the cache does it, if it is a local one
// such as Caffeine: one computes, the others wait.
@Cacheable(cacheNames = "top", sync = true)
List<Article> topOfThisServer() {
    return topOfAll(redis, locks, this::query);
}

// Between the servers: one attempt, and else the old list.
List<Article> topOfAll(ListStore redis, LockRegistry locks, Supplier<List<Article>> query) {
    if (redis.isFresh("top")) {
        return redis.read("top");
    }
    Lock lock = locks.obtain("top");
    if (!lock.tryLock()) {                         // wait 0
        return redis.read("top");                  // somebody is at it
    }
    try {
        if (!redis.isFresh("top")) {               // once more, with the lock in hand
            redis.write("top", query.get());       // the list first, then the mark
            redis.markFresh("top", Duration.ofMinutes(1));
        }
    } finally {
        lock.unlock();
    }
    return redis.read("top");
}
