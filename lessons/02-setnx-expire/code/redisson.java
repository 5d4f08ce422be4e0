// Redisson writes the lock and its end in one script, so that no crash can
// come between.
RLock lock = redisson.getLock("lock:stock");
if (lock.tryLock(0, 30, TimeUnit.SECONDS)) {   // do not wait, keep 30 s
    try {
        // take one from the shelf
    } finally {
        lock.unlock();
    }
}

// -1: a lock without an end, worth an alarm. -2: no such key.
long left = redisson.getKeys().remainTimeToLive("lock:stock");
