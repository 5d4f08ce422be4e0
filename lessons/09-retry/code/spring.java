/** The token, or empty when the limit is over: never go on without the lock. */
Optional<String> acquire(StringRedisTemplate redis, String key, Duration ttl, Duration limit)
        throws InterruptedException {
    String token = UUID.randomUUID().toString();
    long deadline = System.nanoTime() + limit.toNanos();
    for (long longest = 10; ; longest = Math.min(longest * 2, 500)) {
        if (Boolean.TRUE.equals(redis.opsForValue().setIfAbsent(key, token, ttl))) {
            return Optional.of(token);
        }
        long leftMs = (deadline - System.nanoTime()) / 1_000_000;
        if (leftMs <= 0) {
            return Optional.empty();
        }
        // Doubles up to half a second; each pause is drawn from its upper half.
        long pause = ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
        Thread.sleep(Math.min(pause, leftMs));
    }
}
