RLock lock = redisson.getLock("lock:stock");
// Without a lease time Redisson's watchdog extends the lock: 30 s, renewed
// every 10 s by a script that compares the owner. It knows no longest lease,
// so bound the work yourself, or a job that hangs keeps the lock.
lock.lock();
try {
    // The work runs on another thread; only this one holds the lock.
    Future<List<Line>> list = pool.submit(this::workOutList);
    write(list.get(2, TimeUnit.MINUTES));   // TimeoutException: give it up
} finally {
    lock.unlock();
}
