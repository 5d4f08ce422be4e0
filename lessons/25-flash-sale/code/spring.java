// The lock is around the transaction: release comes after the commit.
boolean buy(LockRegistry locks, TransactionTemplate transaction, long item)
        throws InterruptedException {
    Lock lock = locks.obtain("item:" + item);
    if (!lock.tryLock(200, TimeUnit.MILLISECONDS)) {
        return false;                              // too busy: say so, soon
    }
    try {
        return Boolean.TRUE.equals(transaction.execute(status -> takeOne(item)));
    } finally {
        lock.unlock();                             // the commit is done by now
    }
}

// And this statement alone needs no lock at all.
private boolean takeOne(long item) {
    return jdbc.update("UPDATE stock SET n = n - 1 WHERE id = ? AND n > 0", item) == 1;
}
