RLock lock = redisson.getLock("lock:stock");
lock.lock(30, TimeUnit.SECONDS);
try {
    // take one from the shelf
} finally {
    // Not: if (lock.isHeldByCurrentThread()) lock.unlock();
    // The lock can run out between the two, so unlock() may throw all the same.
    // It compares and deletes in one script: call it, and be ready for the answer.
    try {
        lock.unlock();
    } catch (IllegalMonitorStateException lost) {
        log.warn("the lock was lost before it was given back");
    }
}
