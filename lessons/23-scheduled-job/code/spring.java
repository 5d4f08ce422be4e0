// ShedLock does it by annotation (and @EnableSchedulerLock on a configuration
// class); its locks can be in Redis.
@Bean
LockProvider lockProvider(RedisConnectionFactory redis) {
    return new RedisLockProvider(redis);
}

// lockAtLeastFor: kept so long even if the job is through sooner, for latecomers.
// lockAtMostFor: ends then, should this server crash.
@Scheduled(cron = "0 0 2 1 * *")
@SchedulerLock(name = "fee", lockAtLeastFor = "5m", lockAtMostFor = "10m")
void chargeFees() {
    String month = YearMonth.now(ZONE).toString();
    for (Account account : accounts.all()) {
        // In one transaction: INSERT of account and month (unique), then the fee.
        fees.chargeOnce(account, month);
    }
    log.info("fees of {} are charged", month);   // an alarm goes off if nobody says so
}
