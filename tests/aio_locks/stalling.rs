//! A server that no longer answers to those who listen.

use super::lab::one_thread;
use lockstep_lock::aio::{Guard, Locks};
use lockstep_lock::{Algorithm, Terms};
use lockstep_tests::{RedisServer, Relay};
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Connections are opened in the order of commands and messages.
const MESSAGES: usize = 1;
/// Nobody waits for the end of a lock here.
const LONG: Duration = Duration::from_secs(600);

/// One who holds locks on a server, and one who waits for them on a way to it
/// that can be blocked.
struct Lab {
    relay: Relay,
    holder: Locks,
    waiter: Locks,
    _server: RedisServer,
}

impl Lab {
    async fn new(algorithm: Algorithm) -> Self {
        let server = RedisServer::start_real_time().expect("a server");
        let relay = Relay::to(server.address()).expect("a way");
        let client = |url: String| redis::Client::open(url).expect("an address");
        let terms = Terms::new().algorithm(algorithm).ttl(LONG).wait_for_ever();
        let holder = Locks::connect(client(server.url()), terms.clone()).await;
        let waiter = Locks::connect(client(relay.url()), terms).await;
        let (holder, waiter) = (holder.expect("a server"), waiter.expect("a server"));
        Self { relay, holder, waiter, _server: server }
    }

    /// Lets somebody wait for a lock that is held, does `meanwhile`, and gives
    /// it back. Answers the waiter's lock.
    async fn hand_over(&self, name: &'static str, meanwhile: impl FnOnce()) -> Guard {
        let mut guard = self.holder.acquire(name).await.expect("free");
        let waiter = self.waiter.clone();
        let waiting = tokio::spawn(async move { waiter.acquire(name).await });
        sleep(Duration::from_millis(200)).await;
        meanwhile();
        guard.release().await.expect("an answer");
        let waiting = timeout(Duration::from_secs(20), waiting).await;
        waiting.expect("soon").expect("no panic").expect("it was given back")
    }
}

#[test]
fn a_subscription_that_is_never_answered_costs_no_waiter() {
    one_thread().block_on(async {
        let lab = Lab::new(Algorithm::Token).await;
        // Somebody who waits elsewhere has it connected.
        drop(lab.hand_over("another", || ()).await);
        lab.relay.hold_from(MESSAGES);
        drop(lab.hand_over("stock", || ()).await);
    });
}

#[test]
fn a_connection_that_died_without_a_word_costs_no_waiter() {
    one_thread().block_on(async {
        // Who is not woken by name would wait for the end of the lock.
        let lab = Lab::new(Algorithm::Reentrant).await;
        drop(lab.hand_over("stock", || lab.relay.hold_from(MESSAGES)).await);
    });
}
