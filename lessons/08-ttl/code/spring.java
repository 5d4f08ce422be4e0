// application.yml:  stock.lock-ttl: 60s   # twice the p99 of stock.lock.held
@Value("${stock.lock-ttl}") Duration ttl;

private static final RedisScript<Long> RELEASE = RedisScript.of("""
    if redis.call('GET', KEYS[1]) == ARGV[1] then
      return redis.call('DEL', KEYS[1])
    end
    return 0""", Long.class);

boolean countStock(StringRedisTemplate redis, MeterRegistry meters) {
    String token = UUID.randomUUID().toString();
    Boolean taken = redis.opsForValue().setIfAbsent("lock:stock", token, ttl);
    if (!Boolean.TRUE.equals(taken)) {
        meters.counter("stock.lock.refused").increment();
        return false;
    }
    Timer held = Timer.builder("stock.lock.held")
        .publishPercentiles(0.99)
        .register(meters);
    Timer.Sample sample = Timer.start(meters);
    try {
        // count
    } finally {
        sample.stop(held);
        Long gone = redis.execute(RELEASE, List.of("lock:stock"), token);
        if (gone != null && gone == 0) {
            meters.counter("stock.lock.overrun").increment();  // too short
        }
    }
    return true;
}
