// Spring Integration: its locks are in Redis and live 30 s.
@Bean
RedisLockRegistry locks(RedisConnectionFactory redis) {
    return new RedisLockRegistry(redis, "lock", 30_000);
}

// Not @Transactional on this method: the transaction would commit only after
// the lock has been given back. The transaction belongs inside.
Sale sellOne() throws InterruptedException {
    Lock lock = locks.obtain("stock");
    if (!lock.tryLock(5, TimeUnit.SECONDS)) {   // wait up to 5 s
        return Sale.BUSY;                       // somebody else is selling
    }
    try {
        return transactions.execute(status -> {
            int left = shop.readStock();
            if (left == 0) {
                return Sale.SOLD_OUT;
            }
            shop.chargeCard();
            shop.writeStock(left - 1);
            shop.addOrder();
            return Sale.SOLD;
        });
    } finally {
        lock.unlock();
    }
}
