// The lock keeps the servers from working against each other; the row decides.
void sellOne(LockRegistry locks, JdbcTemplate db) throws InterruptedException {
    Lock lock = locks.obtain("stock");
    if (!lock.tryLock(5, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the shelf is busy");
    }
    try {
        Map<String, Object> shelf = db.queryForMap("SELECT pieces, version FROM shelf");
        int pieces = ((Number) shelf.get("pieces")).intValue();
        // However long a pause here may be:
        int rows = db.update(
            "UPDATE shelf SET pieces = ?, version = version + 1 WHERE version = ?",
            pieces - 1, shelf.get("version"));
        if (rows == 0) {
            throw new OptimisticLockingFailureException("somebody was faster: begin anew");
        }
    } finally {
        lock.unlock();
    }
}
