// Before the sale; does nothing where it has been done already.
redisson.getSemaphore("left:phone").trySetPermits(2);

// A counter, not a lock: a semaphore looks and takes in one script, and does not
// go below zero.
boolean buy(RedissonClient redisson, Orders orders, Customer customer) {
    RSemaphore left = redisson.getSemaphore("left:phone");
    if (!left.tryAcquire()) {                      // without waiting
        return false;                              // sold out
    }
    try {
        orders.insert(customer);
    } catch (DuplicateKeyException already) {      // surely not written
        left.release();                            // so give this one back
    }
    // After a timeout nobody knows whether it was written. A job compares the
    // counter with the orders afterwards.
    return true;
}
