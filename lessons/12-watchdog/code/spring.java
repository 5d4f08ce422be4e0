// Spring Integration 6.4 and later. Without a scheduler nothing is renewed.
@Bean
RedisLockRegistry locks(RedisConnectionFactory redis, TaskScheduler scheduler) {
    RedisLockRegistry locks = new RedisLockRegistry(redis, "lock", 30_000);
    locks.setRenewalTaskScheduler(scheduler);
    return locks;
}

boolean countShelf(RedisLockRegistry locks) throws InterruptedException {
    Lock lock = locks.obtain("stock");
    if (!lock.tryLock(5, TimeUnit.SECONDS)) {
        return false;
    }
    try {
        // count the shelf, with a timeout on everything that is waited for
    } finally {
        lock.unlock();  // throws if the lock was lost before it was given back
    }
    return true;
}
