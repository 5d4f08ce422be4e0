// Redisson asks the replicas by itself: after a lock's command it waits until
// they have it, and fails if none of them has. Both values are the defaults.
Config config = new Config();
config.setCheckLockSyncedSlaves(true);
config.setSlavesSyncTimeout(1000);             // milliseconds
config.useSentinelServers()
    .setMasterName("mymaster")
    .addSentinelAddress("redis://s1:26379", "redis://s2:26379", "redis://s3:26379");
RedissonClient redisson = Redisson.create(config);

RLock lock = redisson.getLock("lock:stock");
try {
    if (lock.tryLock(5, TimeUnit.SECONDS)) {
        try {
            // take one from the shelf
        } finally {
            lock.unlock();
        }
    }
} catch (RedisException notConfirmed) {        // it may be another trouble, too
    log.warn("no lock without a replica, try later", notConfirmed);
}
