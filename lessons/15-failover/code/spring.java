// JPA adds the version to the UPDATE and compares it, whoever holds the lock.
@Entity
class Stock {
    @Id String id;
    int remaining;
    @Version long version;
}

boolean sellOne(RedisLockRegistry locks) throws InterruptedException {
    Lock lock = locks.obtain("stock");
    if (!lock.tryLock(5, TimeUnit.SECONDS)) {
        return false;
    }
    try {
        // Begins and commits inside the lock. After a failover two may be here:
        // the second commit throws OptimisticLockingFailureException.
        return Boolean.TRUE.equals(transaction.execute(status -> {
            Stock stock = repository.findById("shelf").orElseThrow();
            if (stock.remaining == 0) {
                return false;
            }
            stock.remaining--;
            return true;
        }));
    } finally {
        lock.unlock();
    }
}
