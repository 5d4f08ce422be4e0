// Not `synchronized`: that keeps apart the threads of one JVM only.
RLock lock = redisson.getLock("lock:stock");
if (!lock.tryLock(5, TimeUnit.SECONDS)) {   // wait up to 5 s
    return Sale.BUSY;                       // somebody else is selling
}
try {
    int left = shop.readStock();
    if (left == 0) {
        return Sale.SOLD_OUT;
    }
    shop.chargeCard();
    shop.writeStock(left - 1);
    shop.addOrder();
    return Sale.SOLD;
} finally {
    lock.unlock();
}
