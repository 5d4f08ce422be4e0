// LockRegistry of Spring Integration; with Redis: new RedisLockRegistry(factory, "lock").
boolean sellOne(LockRegistry locks, String item, Card card) throws InterruptedException {
    Reservation reservation = card.reserve();        // slow: before the lock
    Lock lock = locks.obtain(item);                  // one for each item
    if (!lock.tryLock(5, TimeUnit.SECONDS)) {
        reservation.drop();
        return false;
    }
    boolean sold = false;
    try {
        // The transaction begins and is committed inside the lock. With
        // @Transactional around this method it would end after unlock().
        sold = Boolean.TRUE.equals(transactions.execute(status -> stock.takeOne(item)));
    } finally {
        lock.unlock();
    }
    if (sold) {
        reservation.charge();
    } else {
        reservation.drop();
    }
    return sold;
}
