RLock lock = redisson.getLock("lock:stock:" + item);
if (!lock.tryLock(2, TimeUnit.SECONDS)) {   // wait up to 2 s
    return Answer.BUSY;                     // the caller may send it again: place() knows it
}
try {
    // A transaction of its own, in another bean: it commits before the unlock.
    // INSERT of the order's number, then UPDATE … WHERE n > 0. What is right
    // depends on these two and not on the lock.
    return shop.place(order, item);
} finally {
    try {
        lock.unlock();
    } catch (IllegalMonitorStateException lost) {
        log.warn("the lock was lost before it was given back; the sale stands");
    }
}
