enum Taken { YES, NO, UNKNOWN }

<T> T under(String key, Function<Taken, T> work) {
    String token = UUID.randomUUID().toString();
    Taken taken = Taken.UNKNOWN;
    try {
        Boolean set = redis.opsForValue().setIfAbsent(key, token, Duration.ofSeconds(30));
        taken = Boolean.TRUE.equals(set) ? Taken.YES : Taken.NO;
    } catch (DataAccessException noAnswer) {      // refused, broken off, timed out
        log.warn("no answer on the lock {}", key, noAnswer);
    }
    try {
        return work.apply(taken);
    } finally {                                   // after UNKNOWN too: it may be ours
        try {
            redis.execute(RELEASE, List.of(key), token);   // the script that compares
        } catch (DataAccessException noAnswer) {
            log.warn("the lock {} ends by itself", key, noAnswer);
        }
    }
}

// Nothing but the lock prevents a second charge: only YES is a yes.
boolean charge(Runnable chargeCard) {
    return under("lock:card", taken -> {
        if (taken != Taken.YES) {
            return false;
        }
        chargeCard.run();
        return true;
    });
}

// The database keeps the stock right: UNKNOWN may go on, by design.
boolean sellOne() {
    return under("lock:stock", taken -> taken != Taken.NO && db.update(
        "UPDATE stock SET remaining = remaining - 1 WHERE id = ? AND remaining > 0",
        "shelf") == 1);
}
