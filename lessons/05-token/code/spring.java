private static final RedisScript<Long> RELEASE = RedisScript.of("""
    if redis.call('GET', KEYS[1]) == ARGV[1] then
      return redis.call('DEL', KEYS[1])
    end
    return 0""", Long.class);

/** The token of this acquisition, or nothing if the lock is taken. */
Optional<String> acquire(StringRedisTemplate redis, String key) {
    String token = UUID.randomUUID().toString();   // not a field, not a constant
    Boolean taken = redis.opsForValue().setIfAbsent(key, token, Duration.ofSeconds(30));
    return Boolean.TRUE.equals(taken) ? Optional.of(token) : Optional.empty();
}

/** Whether the lock was still ours. May be called again if no answer came;
 *  then `false` may also mean that the first call has deleted it. */
boolean giveBack(StringRedisTemplate redis, String key, String token) {
    return Long.valueOf(1).equals(redis.execute(RELEASE, List.of(key), token));
}
