// lockWatchdogTimeout is 30 s by default, and the lock is renewed every third of it.
RLock lock = redisson.getLock("lock:stock");

// No lease is named: the watchdog renews while this thread holds the lock.
if (lock.tryLock(5, TimeUnit.SECONDS)) {       // 5 s is the longest wait
    try {
        // Put a timeout on everything that is waited for here: the watchdog
        // renews the lock of a thread that hangs, too.
        countShelf();
    } finally {
        lock.unlock();                         // the watchdog ends here
    }
}

// A lease is named: it ends after 30 s, whatever happens, and nothing renews it.
// lock.lock(30, TimeUnit.SECONDS);
// lock.tryLock(5, 30, TimeUnit.SECONDS);
