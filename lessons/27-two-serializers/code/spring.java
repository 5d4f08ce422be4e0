// StringRedisTemplate sends keys, values, hash fields and script arguments as UTF-8.
// A plain RedisTemplate writes Java objects, unless it is told otherwise:
@Bean
RedisTemplate<String, String> lockTemplate(RedisConnectionFactory factory) {
    RedisTemplate<String, String> template = new RedisTemplate<>();
    template.setConnectionFactory(factory);
    template.setKeySerializer(RedisSerializer.string());
    template.setValueSerializer(RedisSerializer.string());   // written and compared alike
    return template;
}

// The test that the two services share: what has arrived, in bytes.
@Test
void theLockIsWhatWeAgreedOn() {
    lockTemplate.opsForValue().setIfAbsent("lock:stock", "A-1", Duration.ofSeconds(30));
    byte[] key = "lock:stock".getBytes(UTF_8);
    byte[] value = lockTemplate.execute(
        (RedisCallback<byte[]>) connection -> connection.stringCommands().get(key));
    assertThat(value).isEqualTo("A-1".getBytes(UTF_8));
    assertThat(lockTemplate.execute(RELEASE, List.of("lock:stock"), "A-1")).isEqualTo(1L);
}
