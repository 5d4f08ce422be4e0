RFencedLock lock = redisson.getFencedLock("lock:stock");
long fence = lock.lockAndGetToken();   // the watchdog is on, and the number grows
try {
    // The database notes the number, at the read too …
    int noted = db.update("UPDATE shelf SET fence = ? WHERE fence <= ?", fence, fence);
    if (noted == 0) {
        throw new IllegalStateException("somebody came after us");
    }
    Integer pieces = db.queryForObject("SELECT pieces FROM shelf", Integer.class);
    // … and compares it in one step with the write.
    int written = db.update(
        "UPDATE shelf SET pieces = ?, fence = ? WHERE fence <= ?",
        pieces - 1, fence, fence);
    if (written == 0) {
        throw new IllegalStateException("somebody came after us");
    }
} finally {
    lock.unlock();
}
