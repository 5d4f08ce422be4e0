// Right without the lock too: the constraint and the condition see to it.
// The lock spares the database the rush.
boolean sell(String order) throws InterruptedException {
    RLock lock = redisson.getLock("lock:stock");
    if (!lock.tryLock(2, 30, TimeUnit.SECONDS)) {  // wait 2 s, keep 30 s
        return false;                              // "please try again"
    }
    try {
        // The transaction is inside the lock, so it commits before the release.
        return Boolean.TRUE.equals(transaction.execute(status -> {
            jdbc.update("INSERT INTO orders (id) VALUES (?)", order);
            int changed = jdbc.update(
                "UPDATE shelf SET pieces = pieces - 1 WHERE id = 1 AND pieces > 0");
            if (changed == 0) {
                status.setRollbackOnly();          // sold out: no order either
            }
            return changed == 1;
        }));
    } catch (DuplicateKeyException again) {
        return true;                               // this order was sold before
    } finally {
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException lost) {
            log.warn("the lock was lost before it was given back");
        }
    }
}
