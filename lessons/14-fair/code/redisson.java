// How long a waiter that does not answer keeps its place: 5 minutes by default.
config.setFairLockWaitTimeout(TimeUnit.SECONDS.toMillis(30));

RLock lock = redisson.getFairLock("lock:stock");  // in the order of arrival
if (lock.tryLock(60, TimeUnit.SECONDS)) {         // waits for a message, 60 s at most
    try {
        // take one from the shelf
    } finally {
        lock.unlock();                            // tells the next in the queue
    }
}
