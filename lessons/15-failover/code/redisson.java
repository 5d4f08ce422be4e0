// Sentinel brings Redis back after a failover, and not the locks it had not copied.
Config config = new Config();
config.useSentinelServers()
    .setMasterName("mymaster")
    .addSentinelAddress("redis://s1:26379", "redis://s2:26379", "redis://s3:26379");
RedissonClient redisson = Redisson.create(config);

RLock lock = redisson.getLock("lock:stock");
if (lock.tryLock(5, TimeUnit.SECONDS)) {
    try {
        Row row = stock.read("shelf");
        // The lock saves work. The version keeps the stock right:
        // UPDATE stock SET remaining = ?, version = version + 1 WHERE id = ? AND version = ?
        if (row.left() > 0 && stock.write("shelf", row.left() - 1, row.version()) == 0) {
            throw new OptimisticLockException("somebody was quicker, read again");
        }
    } finally {
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException lost) {
            log.warn("the lock was lost, perhaps in a failover");
        }
    }
}
