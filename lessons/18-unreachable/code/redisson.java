// Nothing but the lock prevents a second charge: refuse.
Answer charge(RLock lock) throws InterruptedException {
    try {
        if (!lock.tryLock(5, TimeUnit.SECONDS)) {
            return Answer.TRY_LATER;           // somebody else has it
        }
    } catch (RedisException noAnswer) {
        return Answer.TRY_LATER;               // neither yes nor no
    }
    try {
        chargeCard();
        return Answer.DONE;
    } finally {
        try {
            lock.unlock();
        } catch (RedisException | IllegalMonitorStateException trouble) {
            log.warn("not given back; it ends by itself", trouble);
        }
    }
}

// The database keeps the stock right: go on without a lock, by design.
Answer sellOne() {
    // UPDATE stock SET remaining = remaining - 1 WHERE id = ? AND remaining > 0
    return stock.sellOne("shelf") == 1 ? Answer.DONE : Answer.SOLD_OUT;
}
