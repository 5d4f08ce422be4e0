RLock lock = redisson.getLock("lock:order:" + order);
if (!lock.tryLock(2, 30, TimeUnit.SECONDS)) {   // wait 2 s, keep 30 s
    return Answer.IN_PROGRESS;                  // a 503: it will come again
}
try {
    if (!payments.isCredited(order)) {
        provider.confirm(order, amount);        // with a timeout; throws if not genuine
        // In one transaction of its own, which commits before the unlock:
        // INSERT of the order's number (unique), then the UPDATE of the wallet.
        payments.creditOnce(order, amount);
    }
    return Answer.SUCCESS;
} finally {
    try {
        lock.unlock();
    } catch (IllegalMonitorStateException lost) {
        log.warn("order {}: the lock ended; the table has kept watch", order);
    }
}
