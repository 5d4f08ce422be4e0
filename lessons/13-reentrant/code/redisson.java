// RLock is reentrant. Its key is a hash: the owner, "client id:thread id", → how often.
private final RLock lock = redisson.getLock("lock:stock");

void sell() {
    lock.lock();               // 1
    try {
        reserve();             // the same thread: gets in
    } finally {
        lock.unlock();         // 0: the key is deleted
    }
}

void reserve() {
    lock.lock();               // 2
    try {
        // put one item aside
    } finally {
        lock.unlock();         // 1: still held by sell()
    }
}

// Another thread is another owner: it waits, and its unlock() throws an
// IllegalMonitorStateException. Do not hand the work to a pool under this lock.
