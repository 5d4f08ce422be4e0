// Check first, write last: a script that fails is not rolled back.
// Keep the object: its SHA1 is computed once. Spring sends EVALSHA first,
// and the script itself after NOSCRIPT.
private static final RedisScript<Long> RELEASE = RedisScript.of("""
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then
      return 0
    end
    return redis.call('DEL', KEYS[1])""", Long.class);

/** Whether the lock was still ours. */
boolean giveBack(StringRedisTemplate redis, String key, String token) {
    return Long.valueOf(1).equals(redis.execute(RELEASE, List.of(key), token));
}
