String top(RedissonClient redisson, Query query) {
    RBucket<String> list = redisson.getBucket("cache:top");
    RBucket<String> fresh = redisson.getBucket("fresh:top");
    if (fresh.isExists()) {
        return list.get();
    }
    RLock lock = redisson.getLock("lock:top");
    boolean mine = false;
    try {
        // No waiting. The lease of 10 s switches the watchdog off: if the query
        // hangs, somebody else may try.
        mine = lock.tryLock(0, 10, TimeUnit.SECONDS);
        if (mine && !fresh.isExists()) {           // once more, with the lock in hand
            list.set(query.run());
            fresh.set("1", Duration.ofMinutes(1)); // after the list
        }
    } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
    } finally {
        if (mine) {
            try {
                lock.unlock();
            } catch (IllegalMonitorStateException lost) {
                log.warn("the lock was too short: a query too many, perhaps");
            }
        }
    }
    return list.get();                             // the new one, the old one, or none
}
