@PostMapping("/callback")
ResponseEntity<String> callback(@RequestBody Report report) throws InterruptedException {
    Lock lock = locks.obtain("order:" + report.order());    // a RedisLockRegistry
    if (!lock.tryLock(2, TimeUnit.SECONDS)) {
        return ResponseEntity.status(503).body("in progress");   // it will come again
    }
    try {
        if (!payments.isCredited(report.order())) {
            provider.confirm(report);      // with a timeout; throws if not genuine
            payments.creditOnce(report);   // another bean: commits before the unlock
        }
        return ResponseEntity.ok("success");
    } finally {
        lock.unlock();   // throws if it has ended: then the report comes again, and is known
    }
}

// In `payments`: the number and the money, or neither.
@Transactional
public void creditOnce(Report report) {
    int first = jdbc.update(
        "INSERT INTO payments (order_id) VALUES (?) ON CONFLICT DO NOTHING", report.order());
    if (first == 1) {
        jdbc.update("UPDATE wallets SET balance = balance + ? WHERE id = ?",
            report.amount(), report.wallet());
    }
}
