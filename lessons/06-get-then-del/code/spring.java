private static final RedisScript<Long> RELEASE = RedisScript.of("""
    if redis.call('GET', KEYS[1]) == ARGV[1] then
      return redis.call('DEL', KEYS[1])
    end
    return 0""", Long.class);

// Not: if (token.equals(redis.opsForValue().get(key))) redis.delete(key);
// Those are two commands, and the lock can change hands between them.
boolean giveBack(StringRedisTemplate redis, String key, String token) {
    return Long.valueOf(1).equals(redis.execute(RELEASE, List.of(key), token));
}
