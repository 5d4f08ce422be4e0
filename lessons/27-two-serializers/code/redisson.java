// An RLock is a hash with a script of its own. It shares a lock with other programs
// that use Redisson, and with nobody else: a SET NX under the same name makes it fail
// with WRONGTYPE. Towards another library speak the plain protocol instead.
boolean takeOne(RedissonClient redisson) {
    String token = UUID.randomUUID().toString();
    // StringCodec: the token as it is. The default codec would write other bytes.
    RBucket<String> lock = redisson.getBucket("lock:stock", StringCodec.INSTANCE);
    if (!lock.setIfAbsent(token, Duration.ofSeconds(30))) {
        return false;                              // somebody else is at the shelf
    }
    try {
        // take one from the shelf
    } finally {
        Long gone = redisson.getScript(StringCodec.INSTANCE).eval(
            RScript.Mode.READ_WRITE,
            "if redis.call('GET', KEYS[1]) == ARGV[1] then "
                + "return redis.call('DEL', KEYS[1]) end return 0",
            RScript.ReturnType.INTEGER, List.of("lock:stock"), token);
        if (gone == 0) {
            log.warn("released too late, or compared with other bytes");
        }
    }
    return true;
}
