// Spring Integration. Its locks are reentrant for a thread, as long as both
// methods use the same registry.
@Bean
RedisLockRegistry locks(RedisConnectionFactory redis) {
    return new RedisLockRegistry(redis, "lock", 30_000);
}

void sell(RedisLockRegistry locks) {
    Lock lock = locks.obtain("stock");
    lock.lock();
    try {
        reserve(locks);        // the same thread: gets in
    } finally {
        lock.unlock();         // the outermost one deletes the key
    }
}

void reserve(RedisLockRegistry locks) {
    Lock lock = locks.obtain("stock");
    lock.lock();
    try {
        // put one item aside
    } finally {
        lock.unlock();
    }
}
