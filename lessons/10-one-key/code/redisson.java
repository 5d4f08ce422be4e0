boolean sellOne(String item, Card card) throws InterruptedException {
    Reservation reservation = card.reserve();        // slow: before the lock
    RLock lock = redisson.getLock("lock:" + item);   // one for each item
    if (!lock.tryLock(5, TimeUnit.SECONDS)) {
        reservation.drop();
        return false;
    }
    boolean sold = false;
    try {
        int left = stock.read(item);                 // the look is inside
        if (left > 0) {
            stock.write(item, left - 1);
            sold = true;
        }
    } finally {
        lock.unlock();
    }
    if (sold) {
        reservation.charge();
    } else {
        reservation.drop();
    }
    return sold;
}
