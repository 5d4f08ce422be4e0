// What a restart of this server may forget. Worth a line in the log when the
// program begins, since nobody can see it from the locks.
@EventListener(ApplicationReadyEvent.class)
void tellWhatARestartForgets() {
    Properties settings = redis.execute((RedisCallback<Properties>) connection ->
        connection.serverCommands().getConfig("append*"));
    if (!"yes".equals(settings.getProperty("appendonly"))) {
        log.warn("a restart forgets all since the last snapshot: do not restart it at once");
    } else if ("always".equals(settings.getProperty("appendfsync"))) {
        log.info("a restart forgets nothing that was answered");
    } else {
        log.info("a restart forgets about the last second, if the machine goes down");
    }
}
