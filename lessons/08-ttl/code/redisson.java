// Twice the p99 that was measured, and less than the outage that can be borne.
final long TTL_SECONDS = 60;

RLock lock = redisson.getLock("lock:stock");
// An explicit lease time: no watchdog extends this lock. Waits up to 90 s.
if (lock.tryLock(90, TTL_SECONDS, TimeUnit.SECONDS)) {
    long began = System.nanoTime();
    try {
        countStock();
    } finally {
        heldTimer.record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException lost) {
            overruns.increment();      // the work took longer than its lock
        }
    }
}
