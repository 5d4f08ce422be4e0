// One command, SET NX with an end. `setIfAbsent(key, token)` and then
// `expire(key, …)` would be two, with a gap between them.
boolean acquire(StringRedisTemplate redis, String token) {
    Boolean taken = redis.opsForValue()
        .setIfAbsent("lock:stock", token, Duration.ofSeconds(30));
    return Boolean.TRUE.equals(taken);
}

// Whether a lock would stay for ever: worth an alarm.
boolean hasNoEnd(StringRedisTemplate redis) {
    Long left = redis.getExpire("lock:stock");   // in seconds, -2: no such key
    return left != null && left == -1;
}
