Sale sellOne(StringRedisTemplate redis) {
    String token = UUID.randomUUID().toString();
    Boolean taken = redis.opsForValue()
        .setIfAbsent("lock:stock", token, Duration.ofSeconds(30));
    // `false`: somebody else has it. `null` within a pipeline or a transaction,
    // where the reply is not there yet. Only `true` is a yes.
    if (!Boolean.TRUE.equals(taken)) {
        return Sale.BUSY;                       // and no release on this way
    }
    try {                                       // begins after the question
        takeOneFromTheShelf();
        return Sale.SOLD;
    } finally {
        redis.execute(RELEASE, List.of("lock:stock"), token);   // compare, then DEL
    }
}

private static final RedisScript<Long> RELEASE = RedisScript.of("""
    if redis.call('GET', KEYS[1]) == ARGV[1] then
      return redis.call('DEL', KEYS[1])
    end
    return 0""", Long.class);
