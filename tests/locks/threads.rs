//! Threads of one process, in real time.

use super::lab::s;
use super::redlock::wait_until;
use lockstep_lock::blocking::Locks;
use lockstep_lock::{Algorithm, LockError, Terms};
use lockstep_sandbox::Sandbox;
use lockstep_tests::RedisServer;
use std::sync::{Arc, Barrier, mpsc};
use std::thread;
use std::time::{Duration, Instant};

pub(super) fn client(server: &RedisServer) -> redis::Client {
    redis::Client::open(format!("redis://{}", server.address())).expect("an address")
}

#[test]
fn threads_that_share_locks_have_a_token_for_each_acquisition() {
    let sandbox = Sandbox::new();
    sandbox.auto();
    let locks = Locks::new(sandbox.connect(), Terms::new().wait(Duration::ZERO));
    let guard = locks.acquire("stock").expect("the lock was free");
    thread::scope(|scope| {
        let other = scope.spawn(|| {
            assert!(matches!(locks.acquire("stock"), Err(LockError::Taken { .. })));
            locks.acquire("another").expect("the lock was free").token().clone()
        });
        assert_ne!(&other.join().expect("it went well"), guard.token());
    });
    assert!(guard.is_valid());
}

#[test]
fn threads_count_exactly() {
    #[expect(clippy::disallowed_methods, reason = "contends for a second")]
    let check = |locks: &Locks, connect: &(dyn Fn() -> redis::Connection + Sync)| {
        let (began, together) = (Instant::now(), Barrier::new(4));
        let counted: u64 = thread::scope(|scope| {
            let workers: Vec<_> = (0..4)
                .map(|_| {
                    let (locks, together) = (locks.clone(), &together);
                    scope.spawn(move || {
                        let mut connection = connect();
                        together.wait();
                        let mut counted = 0u64;
                        while began.elapsed() < s(1) {
                            let mut guard = locks.acquire("count").expect("its turn comes");
                            let get = redis::cmd("GET").arg("n").query(&mut connection);
                            let n: Option<u64> = get.expect("an answer");
                            let next = n.unwrap_or(0) + 1;
                            let set = redis::cmd("SET").arg("n").arg(next).exec(&mut connection);
                            set.expect("an answer");
                            guard.release().expect("an answer");
                            counted += 1;
                        }
                        counted
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().expect("it went well")).sum()
        });
        let n: u64 = redis::cmd("GETDEL").arg("n").query(&mut connect()).expect("an answer");
        assert_eq!(n, counted);
        assert!(counted > 40, "{counted}");
    };
    let server = RedisServer::start_real_time().expect("a server");
    let connect = || client(&server).get_connection().expect("a server that lives");
    for algorithm in [Algorithm::Token, Algorithm::Fair, Algorithm::Reentrant] {
        let terms = Terms::new().algorithm(algorithm);
        check(&Locks::connect(client(&server), terms).expect("a server"), &connect);
    }
    let quick = lockstep_lock::Retry::Every { pause_ms: 1 };
    check(&Locks::new(connect(), Terms::new().silent().retry(quick)), &connect);
}

/// How many connections the server has.
fn connected(connection: &mut redis::Connection) -> usize {
    let list: String = redis::cmd("CLIENT").arg("LIST").query(connection).expect("a list");
    list.lines().count()
}

#[test]
fn a_keeper_extends_and_tells_of_losses_beside_the_work() {
    let server = RedisServer::start_real_time().expect("a server");
    let terms = Terms::new().ttl(Duration::from_millis(300)).watchdog(s(60));
    let locks = Locks::connect(client(&server), terms).expect("a server");
    let mut connection = client(&server).get_connection().expect("a server");
    let guards: Vec<_> =
        (0..50).map(|n| locks.acquire(&format!("stock{n}")).expect("the lock was free")).collect();
    pause(Duration::from_millis(1000));
    assert!(guards.iter().all(lockstep_lock::blocking::Guard::is_valid));
    // Extensions take no connection from those who work: all went over a few.
    assert!(connected(&mut connection) <= 4);
    let (tells, told) = mpsc::channel();
    // A callback that panics takes no other lock along.
    guards[0].on_lost(|_| std::panic::resume_unwind(Box::new("on order")));
    guards[1].on_lost(move |loss| tells.send(loss).expect("the test waits"));
    redis::cmd("DEL").arg("lock:stock0").arg("lock:stock1").exec(&mut connection).expect("done");
    assert!(told.recv_timeout(s(5)).is_ok());
    pause(Duration::from_millis(500));
    assert!(guards[2..].iter().all(lockstep_lock::blocking::Guard::is_valid));
    drop(guards);
    let left = |connection: &mut redis::Connection| {
        let keys: Vec<String> = redis::cmd("KEYS").arg("lock:*").query(connection).expect("keys");
        keys.len()
    };
    wait_until(|| left(&mut connection) == 0);
}

#[test]
fn all_that_a_family_opened_is_closed_with_it() {
    let server = RedisServer::start_real_time().expect("a server");
    let mut connection = client(&server).get_connection().expect("a server");
    let locks = Locks::connect(client(&server), Terms::new().watchdog(s(60))).expect("a server");
    let guard = Arc::new(locks.acquire("stock").expect("the lock was free"));
    let waiter = locks.clone();
    let waits = thread::spawn(move || waiter.acquire("stock").map(drop));
    wait_until(|| connected(&mut connection) >= 3);
    drop(locks);
    drop(guard);
    waits.join().expect("it went well").expect("the lock was given back");
    wait_until(|| connected(&mut connection) == 1);
    let left: i64 = redis::cmd("EXISTS").arg("lock:stock").query(&mut connection).expect("0");
    assert_eq!(left, 0, "what was dropped last was given back before all ended");
}

#[expect(clippy::disallowed_methods, reason = "lets real time pass")]
pub(super) fn pause(length: Duration) {
    thread::sleep(length);
}
