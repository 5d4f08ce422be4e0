//! Waiting for the message of a release, on a real Redis in real time.

use super::lab::one_thread;
use lockstep_lock::aio::{Guard, Locks};
use lockstep_lock::{Algorithm, LockError, Retry, Terms};
use lockstep_resp::Reply;
use lockstep_tests::RedisServer;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::sleep;

struct Lab {
    server: RedisServer,
}

impl Lab {
    /// A client that shares nothing with others; without a message it would
    /// wait for a minute.
    async fn locks(&self) -> Locks {
        self.locks_on(Terms::new()).await
    }

    async fn locks_on(&self, terms: Terms) -> Locks {
        let terms = terms.ttl(Duration::from_secs(60)).wait_for_ever();
        let terms = terms.retry(Retry::Every { pause_ms: 100 });
        let address = format!("redis://{}", self.server.address());
        let client = redis::Client::open(address).expect("an address");
        Locks::connect(client, terms).await.expect("a server that lives")
    }

    fn type_in(&self, line: &str) -> Reply {
        let connection = self.server.connect();
        connection.and_then(|mut c| c.type_in(line)).expect("a server that lives")
    }

    /// How many who wait on the lock `stock` have a subscription.
    fn subscriptions(&self) -> i64 {
        match self.type_in("PUBSUB NUMSUB {lock:stock}:released") {
            Reply::Array(items) => match items.as_slice() {
                [_, Reply::Integer(n)] => *n,
                other => panic!("{other:?}"),
            },
            other => panic!("{other}"),
        }
    }

    async fn until_subscribed(&self, count: i64) {
        until(|| self.subscriptions() == count).await;
    }

    /// How often a command was called.
    fn calls(&self, command: &str) -> u64 {
        let Reply::Bulk(text) = self.type_in("INFO commandstats") else { panic!("no text") };
        let text = String::from_utf8_lossy(&text).into_owned();
        let start = format!("cmdstat_{command}:calls=");
        let line = text.lines().find_map(|line| line.strip_prefix(&start));
        let count = line.and_then(|rest| rest.split(',').next()?.parse().ok());
        count.unwrap_or(0)
    }

    /// Every script that was called. An attempt of somebody who listens is one.
    fn scripts(&self) -> u64 {
        self.calls("evalsha") + self.calls("eval")
    }
}

async fn until(condition: impl Fn() -> bool) {
    for _ in 0..1000 {
        if condition() {
            return;
        }
        sleep(Duration::from_millis(5)).await;
    }
    panic!("it did not come to that");
}

fn on_real(story: impl AsyncFnOnce(&Lab)) {
    let server = RedisServer::start_real_time().expect("a server");
    one_thread().block_on(story(&Lab { server }));
}

fn waiter(locks: &Locks) -> JoinHandle<Result<Guard, LockError>> {
    let locks = locks.clone();
    tokio::spawn(async move { locks.acquire("stock").await })
}

/// What a waiter gets long before the lock would have ended by itself.
async fn soon(waiter: JoinHandle<Result<Guard, LockError>>) -> Guard {
    let waiter = tokio::time::timeout(Duration::from_secs(15), waiter).await;
    waiter.expect("soon").expect("no panic").expect("the lock was given back")
}

#[test]
fn a_release_wakes_a_waiter_that_did_not_ask_meanwhile() {
    on_real(async |lab| {
        let mut guard = lab.locks().await.acquire("stock").await.expect("free");
        let waiting = waiter(&lab.locks().await);
        lab.until_subscribed(1).await;
        sleep(Duration::from_millis(50)).await;
        let asked = || ["set", "evalsha", "eval"].map(|command| lab.calls(command));
        let before = asked();
        sleep(Duration::from_millis(500)).await;
        assert_eq!(asked(), before, "nobody asks while the lock is held");
        let before = lab.scripts();
        guard.release().await.expect("an answer");
        drop(soon(waiting).await);
        // The release, once more with its body, and the waiter's attempt.
        assert!(lab.scripts() - before <= 3, "{}", lab.scripts() - before);
    });
}

#[test]
fn all_waiters_of_a_family_share_one_connection() {
    on_real(async |lab| {
        let locks = lab.locks().await;
        let mut guard = locks.acquire("stock").await.expect("free");
        let mut other = locks.acquire("another").await.expect("free");
        let others = locks.clone();
        let waiting_for_other = tokio::spawn(async move { others.acquire("another").await });
        let waiters: Vec<_> = (0..4).map(|_| waiter(&locks)).collect();
        lab.until_subscribed(1).await;
        sleep(Duration::from_millis(50)).await;
        let Reply::Bulk(clients) = lab.type_in("CLIENT LIST TYPE pubsub") else { panic!() };
        assert_eq!(String::from_utf8_lossy(&clients).lines().count(), 1);
        other.release().await.expect("an answer");
        soon(waiting_for_other).await.release().await.expect("an answer");
        // Each hand-off costs a release and one attempt.
        let before = lab.scripts();
        guard.release().await.expect("an answer");
        for waiting in waiters {
            soon(waiting).await.release().await.expect("an answer");
        }
        assert!(lab.scripts() - before <= 5 + 4, "{}", lab.scripts() - before);
        let channels = || lab.type_in("PUBSUB CHANNELS *:released").to_string();
        until(|| channels() == "(empty array)").await;
    });
}

#[test]
fn a_release_wakes_two_of_those_who_share_nothing() {
    on_real(async |lab| {
        let mut guard = lab.locks().await.acquire("stock").await.expect("free");
        let mut waiters = Vec::new();
        for count in 1..=4 {
            let locks = lab.locks().await;
            // Of the two who are woken either may be the first.
            waiters
                .push(tokio::spawn(async move { locks.acquire("stock").await?.release().await }));
            let on_roll = || lab.type_in("ZCARD {lock:stock}:roll") == Reply::Integer(count);
            until(on_roll).await;
        }
        let before = lab.scripts();
        guard.release().await.expect("an answer");
        for waiting in waiters {
            let waiting = tokio::time::timeout(Duration::from_secs(1), waiting).await;
            waiting.expect("soon").expect("no panic").expect("its turn comes");
        }
        // Five releases, the first once more with its body, and two attempts
        // after each but the last. Were all woken, it would be four, three, two
        // and one, and as many again for who is woken while it asks.
        assert!(lab.scripts() - before <= 6 + 2 * 4, "{}", lab.scripts() - before);
        assert_eq!(lab.type_in("EXISTS lock:stock {lock:stock}:roll"), Reply::Integer(0));
    });
}

#[test]
fn a_waiter_that_gives_up_costs_the_next_nothing() {
    on_real(async |lab| {
        let locks = lab.locks().await;
        for delay_us in [0, 50, 100, 200, 400] {
            let mut guard = locks.acquire("stock").await.expect("free");
            let first = waiter(&locks);
            sleep(Duration::from_millis(20)).await;
            let second = waiter(&locks);
            sleep(Duration::from_millis(20)).await;
            guard.release().await.expect("an answer");
            // It may have been woken by now, or have the lock.
            sleep(Duration::from_micros(delay_us)).await;
            first.abort();
            drop(first);
            soon(second).await.release().await.expect("an answer");
        }
    });
}

#[test]
fn a_waiter_that_is_dropped_leaves_the_roll() {
    on_real(async |lab| {
        let _guard = lab.locks().await.acquire("stock").await.expect("free");
        let waiting = waiter(&lab.locks().await);
        let on_roll = || lab.type_in("ZCARD {lock:stock}:roll");
        until(|| on_roll() == Reply::Integer(1)).await;
        waiting.abort();
        until(|| on_roll() == Reply::Integer(0)).await;
    });
}

#[test]
fn a_fair_lock_wakes_whose_turn_it_is() {
    on_real(async |lab| {
        let locks = lab.locks_on(Terms::new().algorithm(Algorithm::Fair)).await;
        let mut guard = locks.acquire("stock").await.expect("free");
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut waiters = Vec::new();
        for number in 0..4 {
            let another = lab.locks_on(Terms::new().algorithm(Algorithm::Fair)).await;
            let family = if number % 2 == 0 { locks.clone() } else { another };
            let order = Arc::clone(&order);
            waiters.push(tokio::spawn(async move {
                let mut guard = family.acquire("stock").await.expect("its turn comes");
                order.lock().expect("no panic").push(number);
                guard.release().await.expect("an answer");
            }));
            sleep(Duration::from_millis(20)).await;
        }
        guard.release().await.expect("an answer");
        for waiting in waiters {
            let waiting = tokio::time::timeout(Duration::from_secs(1), waiting).await;
            waiting.expect("soon").expect("no panic");
        }
        assert_eq!(*order.lock().expect("no panic"), [0, 1, 2, 3]);
    });
}

#[test]
fn a_dead_subscription_costs_no_waiter() {
    on_real(async |lab| {
        let locks = lab.locks().await;
        let mut guard = locks.acquire("stock").await.expect("free");
        let waiting = waiter(&locks);
        lab.until_subscribed(1).await;
        assert_eq!(lab.type_in("CLIENT KILL TYPE pubsub").to_string(), "(integer) 1");
        guard.release().await.expect("an answer");
        let mut guard = soon(waiting).await;
        // The next waiter listens again.
        let waiting = waiter(&locks);
        lab.until_subscribed(1).await;
        guard.release().await.expect("an answer");
        drop(soon(waiting).await);
    });
}

#[test]
fn a_broken_connection_is_opened_again() {
    on_real(async |lab| {
        let locks = lab.locks().await;
        let mut guard = locks.acquire("stock").await.expect("free");
        lab.type_in("CLIENT KILL TYPE normal");
        let error = guard.release().await.expect_err("the connection was cut");
        assert!(matches!(error, LockError::Indeterminate { .. }), "{error}");
        guard.release().await.expect("a new connection");
        drop(locks.acquire("stock").await.expect("free"));
    });
}

#[test]
fn nothing_that_listens_outlives_its_locks() {
    on_real(async |lab| {
        let before = tokio::runtime::Handle::current().metrics().num_alive_tasks();
        let locks = lab.locks().await;
        let mut guard = locks.acquire("stock").await.expect("free");
        let waiting = waiter(&locks);
        lab.until_subscribed(1).await;
        guard.release().await.expect("an answer");
        soon(waiting).await.release().await.expect("an answer");
        drop((locks, guard));
        let alive = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
        until(|| alive() == before).await;
    });
}
