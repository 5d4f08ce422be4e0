// 1: extended, 0: another has the lock, -1: nobody has it.
private static final RedisScript<Long> EXTEND = RedisScript.of("""
    local owner = redis.call('GET', KEYS[1])
    if owner == ARGV[1] then
      return redis.call('PEXPIRE', KEYS[1], ARGV[2])
    end
    return owner and 0 or -1""", Long.class);

record Lease(String key, String token, Duration ttl, long untilNanos) {}

/** Whether the work may go on. If not: stop, and write nothing more. */
boolean extend(StringRedisTemplate redis, Lease lease) {
    long leftMs = (lease.untilNanos() - System.nanoTime()) / 1_000_000;
    long ttlMs = Math.min(lease.ttl().toMillis(), leftMs);
    if (ttlMs <= 0) {
        return false;                       // the longest lease is over
    }
    Long answer = redis.execute(EXTEND, List.of(lease.key()),
        lease.token(), String.valueOf(ttlMs));
    return answer != null && answer == 1;
}
