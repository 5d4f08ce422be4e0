private static final RedisScript<Long> ACQUIRE = RedisScript.of("""
    if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return redis.call('INCR', KEYS[2])""", Long.class);

boolean sellOne(StringRedisTemplate redis, JdbcTemplate db) {
    String token = UUID.randomUUID().toString();
    Long fence = redis.execute(ACQUIRE, List.of("{stock}:lock", "{stock}:fence"),
        token, "30000");
    if (fence == null || fence == 0) {
        return false;                                // somebody else is at the shelf
    }
    // The row notes the number at the read too …
    if (db.update("UPDATE shelf SET fence = ? WHERE fence <= ?", fence, fence) == 0) {
        return false;                                // somebody came after us
    }
    Integer pieces = db.queryForObject("SELECT pieces FROM shelf", Integer.class);
    // … and compares it in one step with the write.
    int rows = db.update("UPDATE shelf SET pieces = ?, fence = ? WHERE fence <= ?",
        pieces - 1, fence, fence);
    // … give the lock back by a script that compares the token …
    return rows == 1;
}
