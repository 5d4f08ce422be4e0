RLock lock = redisson.getLock("lock:stock");
// Redisson does not ask in a rhythm. Whoever is refused subscribes to the
// lock's channel, and comes back at the announcement of the release or when
// the lock's time to live is over. The limit is yours: 5 s here, then false.
if (lock.tryLock(5, 30, TimeUnit.SECONDS)) {
    try {
        // take one from the shelf
    } finally {
        lock.unlock();
    }
} else {
    throw new ShelfBusyException("waited 5 s for lock:stock");
}
