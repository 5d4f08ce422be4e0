private static final RedisScript<Long> RELEASE = RedisScript.of("""
    if redis.call('GET', KEYS[1]) == ARGV[1] then
      return redis.call('DEL', KEYS[1])
    end
    return 0""", Long.class);

boolean sellOne(StringRedisTemplate redis) {
    String token = UUID.randomUUID().toString();   // a new one for every acquisition
    Boolean taken = redis.opsForValue()
        .setIfAbsent("lock:stock", token, Duration.ofSeconds(30));
    if (!Boolean.TRUE.equals(taken)) {
        return false;                              // somebody else is at the shelf
    }
    try {
        // take one from the shelf
    } finally {
        Long gone = redis.execute(RELEASE, List.of("lock:stock"), token);
        if (gone != null && gone == 0) {
            log.warn("the lock was lost before it was given back");
        }
    }
    return true;
}
