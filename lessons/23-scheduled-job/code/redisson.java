RLock lock = redisson.getLock("lock:fee:" + month);
// Wait 0, and a lease of ten minutes: longer than the longest run and the worst
// lateness together, shorter than the time until the next run.
if (!lock.tryLock(0, 10, TimeUnit.MINUTES)) {
    return;                              // somebody else does it: go home
}
for (Account account : accounts.all()) {
    // In one transaction: INSERT of account and month (unique), then the fee.
    fees.chargeOnce(account, month);
}
log.info("fees of {} are charged", month);   // an alarm goes off if nobody says so
// No unlock(): the lock ends by itself. Latecomers find it and go home.
