RLock lock = redisson.getLock("lock:stock");
// tryLock answers; it does not throw. A line that only says
// `lock.tryLock(…);` goes on without the lock.
if (!lock.tryLock(0, 30, TimeUnit.SECONDS)) {   // do not wait, keep 30 s
    return Sale.BUSY;                           // and no unlock() on this way
}
try {                                           // begins after the question
    takeOneFromTheShelf();
    return Sale.SOLD;
} finally {
    lock.unlock();
}
