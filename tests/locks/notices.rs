//! Waiting by notification, on a real server in real time.

use super::lab::s;
use super::redlock::wait_until;
use super::threads::{client, pause};
use lockstep_lock::Terms;
use lockstep_lock::blocking::Locks;
use lockstep_tests::{RedisServer, Relay};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Retries so rarely that only a notice can be quick.
fn patient() -> Terms {
    let rarely = lockstep_lock::Retry::Every { pause_ms: 1_500 };
    Terms::new().wait(s(20)).retry(rarely)
}

fn ask<T: redis::FromRedisValue>(server: &RedisServer, words: &[&str]) -> T {
    let mut connection = client(server).get_connection().expect("a server");
    let mut cmd = redis::cmd(words[0]);
    for word in &words[1..] {
        cmd.arg(*word);
    }
    cmd.query(&mut connection).expect("an answer")
}

/// How many commands that locks send the server has seen.
fn commands(server: &RedisServer) -> u64 {
    let stats: String = ask(server, &["INFO", "commandstats"]);
    let ours = ["set", "evalsha", "eval", "publish", "subscribe", "unsubscribe"];
    let calls = |line: &str| -> Option<u64> {
        let (name, rest) = line.strip_prefix("cmdstat_")?.split_once(":calls=")?;
        let calls = rest.split(',').next()?.parse().ok()?;
        ours.contains(&name).then_some(calls)
    };
    stats.lines().filter_map(calls).sum()
}

fn subscribers(server: &RedisServer) -> usize {
    let list: String = ask(server, &["CLIENT", "LIST", "TYPE", "pubsub"]);
    list.lines().filter(|line| !line.is_empty()).count()
}

fn listeners(server: &RedisServer, channel: &str) -> u64 {
    let (_, count): (String, u64) = ask(server, &["PUBSUB", "NUMSUB", channel]);
    count
}

const CHANNEL: &str = "{lock:stock}:released";

#[test]
#[expect(clippy::disallowed_methods, reason = "measures the hand-off")]
fn a_waiter_has_the_lock_at_once_and_by_few_commands() {
    let server = RedisServer::start_real_time().expect("a server");
    let holder = Locks::connect(client(&server), patient()).expect("a server");
    let waiter = Locks::connect(client(&server), patient()).expect("a server");
    let mut waits = Vec::new();
    let mut costs = Vec::new();
    for _ in 0..20 {
        let mut guard = holder.acquire("stock").expect("the lock was free");
        let before = commands(&server);
        let waiter = waiter.clone();
        let (tells, told) = mpsc::channel();
        let thread = thread::spawn(move || {
            let mut guard = waiter.acquire("stock").expect("its turn comes");
            tells.send(Instant::now()).expect("the test waits");
            guard.release().expect("an answer");
        });
        wait_until(|| listeners(&server, CHANNEL) == 1);
        pause(Duration::from_millis(10));
        let released = Instant::now();
        guard.release().expect("an answer");
        waits.push(told.recv().expect("it got the lock").duration_since(released));
        thread.join().expect("it went well");
        costs.push(commands(&server) - before);
    }
    waits.sort_unstable();
    // On a busy machine not each is quick, but none waited for its next try.
    assert!(waits[0] < Duration::from_millis(5), "{waits:?}");
    assert!(waits[15] < Duration::from_millis(300), "{waits:?}");
    // Refused once, since the channel is live, released, asked, granted,
    // released; the first also has to subscribe. Commands called by a script
    // count too: `SET`, `PUBLISH`.
    costs.sort_unstable();
    assert!(costs[10] <= 7, "{costs:?}");
}

#[test]
fn many_waiters_share_one_subscription_connection() {
    let server = RedisServer::start_real_time().expect("a server");
    let locks = Locks::connect(client(&server), patient()).expect("a server");
    let names = ["stock", "cart", "order"];
    let guards: Vec<_> =
        names.iter().map(|name| locks.acquire(name).expect("the lock was free")).collect();
    thread::scope(|scope| {
        for turn in 0..9 {
            let (locks, name) = (locks.clone(), names[turn % 3]);
            scope.spawn(move || {
                let mut guard = locks.acquire(name).expect("its turn comes");
                guard.release().expect("an answer");
            });
        }
        wait_until(|| {
            names.iter().all(|name| listeners(&server, &format!("{{lock:{name}}}:released")) == 1)
        });
        assert_eq!(subscribers(&server), 1);
        drop(guards);
    });
    let left: i64 = ask(&server, &["EXISTS", "lock:stock", "lock:cart", "lock:order"]);
    assert_eq!(left, 0);
}

#[test]
fn a_subscription_that_breaks_loses_no_waiter() {
    let server = RedisServer::start_real_time().expect("a server");
    let locks = Locks::connect(client(&server), patient()).expect("a server");
    for _ in 0..2 {
        let mut guard = locks.acquire("stock").expect("the lock was free");
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let mut guard = locks.acquire("stock").expect("its turn comes");
                    guard.release().expect("an answer");
                });
            }
            wait_until(|| listeners(&server, CHANNEL) == 1);
            pause(Duration::from_millis(20));
            let killed: i64 = ask(&server, &["CLIENT", "KILL", "TYPE", "pubsub"]);
            assert_eq!(killed, 1);
            guard.release().expect("an answer");
        });
    }
}

#[test]
fn a_family_that_ends_while_its_listener_connects_leaves_no_connection() {
    let server = RedisServer::start_real_time().expect("a server");
    let relay = Relay::to(server.address()).expect("a way");
    let holder = Locks::connect(client(&server), patient()).expect("a server");
    let _guard = holder.acquire("stock").expect("free");
    let open = || redis::Client::open(relay.url()).expect("an address");
    let waiter = Locks::connect(open(), Terms::new().wait(Duration::from_millis(50)));
    let waiter = waiter.expect("a server");
    relay.hold_from(1);
    waiter.acquire("stock").expect_err("it is held");
    drop(waiter);
    relay.let_go();
    pause(Duration::from_millis(200));
    wait_until(|| subscribers(&server) == 0);
}
