// Redisson's locks are reentrant, so they must know their owner again: the lock
// names a UUID, drawn when the RedissonClient is created, and the thread.
RLock lock = redisson.getLock("lock:stock");
lock.lock(30, TimeUnit.SECONDS);
try {
    // take one from the shelf
} finally {
    // Another thread, or another client, cannot give it back: it gets an
    // IllegalMonitorStateException. Only the owner's thread may call unlock().
    lock.unlock();
}
