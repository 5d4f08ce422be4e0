RLock lock = redisson.getLock("lock:stock");
if (lock.tryLock(5, 30, TimeUnit.SECONDS)) {   // wait 5 s, keep 30 s
    try {
        // take one from the shelf
    } finally {
        // Redisson's script compares the owner (client and thread) before it
        // deletes; if the lock is another's by now, unlock() throws.
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException lost) {
            log.warn("the lock was lost before it was given back");
        }
    }
}
