// Redisson marks RedissonRedLock as deprecated and does not subtract the time
// that asking took. If you must use it: one client for each server, that knows
// nothing of the others.
RLock lock = new RedissonRedLock(
    redisson1.getLock("lock:stock"),
    redisson2.getLock("lock:stock"),
    redisson3.getLock("lock:stock"));

long askedAt = System.nanoTime();                    // before the first question
if (lock.tryLock(5, 30, TimeUnit.SECONDS)) {         // wait 5 s, keep 30 s
    try {
        // count the shelf
        long passed = Duration.ofNanos(System.nanoTime() - askedAt).toMillis();
        if (passed < 30_000 - 302) {                 // the TTL, less the drift
            // write the result
        }
    } finally {
        lock.unlock();                               // on every server
    }
}
