// unlock() of an RLock is such a script already. For a lock of one's own:
private static final String RELEASE = """
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then
      return 0
    end
    return redis.call('DEL', KEYS[1])""";

/** Whether the lock was still ours. */
boolean giveBack(RedissonClient redisson, String key, String token) {
    // StringCodec: the token goes to Redis as it is, without serialization.
    Long gone = redisson.getScript(StringCodec.INSTANCE).eval(
        RScript.Mode.READ_WRITE, RELEASE, RScript.ReturnType.INTEGER,
        List.of(key), token);
    return gone == 1;
}
