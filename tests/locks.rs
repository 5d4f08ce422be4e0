//! The lock library's blocking face, on the sandbox and on a real Redis alike.

use lockstep_lock::blocking::{LockError, Locks, Timer, timer};
use lockstep_lock::{Algorithm, Grant, Released, Retry};
use lockstep_sandbox::{Connection, Sandbox};
use lockstep_tests::{RedisServer, VirtualClock};
use redis::{ConnectionLike, RedisResult, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// A Redis with a clock that the test moves: ours, or a real one.
enum Redis {
    Sandbox(Sandbox),
    Real(RedisServer),
}

/// A shared Redis, one for each run of a story.
#[derive(Clone)]
struct Lab(Rc<RefCell<Redis>>);

impl Lab {
    fn now_ms(&self) -> i64 {
        match &*self.0.borrow() {
            Redis::Sandbox(sandbox) => sandbox.now_ms(),
            Redis::Real(server) => server.now_ms().expect("a virtual clock"),
        }
    }

    fn advance(&self, by_ms: i64) {
        match &mut *self.0.borrow_mut() {
            Redis::Sandbox(sandbox) => {
                sandbox.advance(Duration::from_millis(by_ms.try_into().expect("forwards")));
            }
            Redis::Real(server) => server.advance(by_ms).expect("a server that lives"),
        }
    }

    fn connect(&self) -> AnyConnection {
        match &*self.0.borrow() {
            Redis::Sandbox(sandbox) => AnyConnection::Sandbox(sandbox.connect()),
            Redis::Real(server) => {
                let client = redis::Client::open(format!("redis://{}", server.address()));
                let connection = client.and_then(|client| client.get_connection());
                AnyConnection::Real(connection.expect("a server that lives"))
            }
        }
    }

    /// A client with a connection of its own; its waiting moves the clock.
    fn locks(&self) -> Locks<AnyConnection, impl Timer + use<>> {
        let (clock, hands) = (self.clone(), self.clone());
        let now_ms = move || u64::try_from(clock.now_ms()).expect("after 1970");
        let wait_until_ms = move |at_ms: u64| {
            hands.advance(i64::try_from(at_ms).expect("before the end of time") - hands.now_ms());
        };
        Locks::with_timer(self.connect(), timer(now_ms, wait_until_ms))
    }

    fn get(&self, key: &str) -> Option<String> {
        redis::cmd("GET").arg(key).query(&mut self.connect()).expect("an answer")
    }
}

enum AnyConnection {
    Sandbox(Connection),
    Real(redis::Connection),
}

impl AnyConnection {
    fn inner(&mut self) -> &mut dyn ConnectionLike {
        match self {
            Self::Sandbox(connection) => connection,
            Self::Real(connection) => connection,
        }
    }
}

impl ConnectionLike for AnyConnection {
    fn req_packed_command(&mut self, cmd: &[u8]) -> RedisResult<Value> {
        self.inner().req_packed_command(cmd)
    }

    fn req_packed_commands(
        &mut self,
        cmd: &[u8],
        offset: usize,
        count: usize,
    ) -> RedisResult<Vec<Value>> {
        self.inner().req_packed_commands(cmd, offset, count)
    }

    fn get_db(&self) -> i64 {
        match self {
            Self::Sandbox(connection) => connection.get_db(),
            Self::Real(connection) => connection.get_db(),
        }
    }

    fn check_connection(&mut self) -> bool {
        self.inner().check_connection()
    }

    fn is_open(&self) -> bool {
        match self {
            Self::Sandbox(connection) => connection.is_open(),
            Self::Real(connection) => connection.is_open(),
        }
    }
}

/// Runs a story on the sandbox and on a real Redis.
fn on_both(story: impl Fn(&Lab)) {
    let clock = VirtualClock::new(Sandbox::STARTED_AT_MS).expect("a clock");
    let real = RedisServer::start(clock).expect("a server");
    for redis in [Redis::Sandbox(Sandbox::new()), Redis::Real(real)] {
        story(&Lab(Rc::new(RefCell::new(redis))));
    }
}

fn token(grant: &Grant) -> String {
    grant.token.to_string()
}

#[test]
fn a_lock_is_held_by_one_at_a_time() {
    on_both(|lab| {
        let (mut a, mut b) = (lab.locks(), lab.locks());
        let grant = a.acquire("stock").expect("the lock was free");
        assert_eq!(lab.get("lock:stock"), Some(token(&grant)));
        assert!(matches!(b.acquire("stock"), Err(LockError::Taken { attempts: 1, .. })));
        assert!(b.acquire("another").is_ok());
        assert_eq!(a.release(&grant).expect("an answer"), Released::Released);
        let second = b.acquire("stock").expect("the lock is free again");
        assert_ne!(token(&second), token(&grant));
    });
}

#[test]
fn a_late_owner_releases_anothers_lock_only_if_it_does_not_compare() {
    let check = |algorithm, released: Released, b_still_holds: bool| {
        on_both(|lab| {
            let (mut a, mut b) = (lab.locks().algorithm(algorithm), lab.locks());
            let late = a.acquire("stock").expect("the lock was free");
            lab.advance(30_001);
            assert!(!a.is_valid(&late));
            let grant = b.acquire("stock").expect("the lock had ended");
            assert_eq!(a.release(&late).expect("an answer"), released);
            let holder = b_still_holds.then(|| token(&grant));
            assert_eq!(lab.get("lock:stock"), holder);
        });
    };
    check(Algorithm::Naive, Released::Released, false);
    check(Algorithm::Token, Released::NotOwner, true);
}

#[test]
fn an_expired_lock_is_neither_extended_nor_brought_back() {
    on_both(|lab| {
        let mut a = lab.locks().ttl(Duration::from_secs(10));
        let mut grant = a.acquire("stock").expect("the lock was free");
        lab.advance(10_000);
        // The key is there for one more millisecond, at its exact deadline.
        a.extend(&mut grant).expect("the lock is still there");
        assert!(a.is_valid(&grant));
        lab.advance(10_001);
        assert!(matches!(a.extend(&mut grant), Err(LockError::Lost { .. })));
        assert_eq!(lab.get("lock:stock"), None);
        assert_eq!(a.release(&grant).expect("an answer"), Released::Expired);
    });
}

#[test]
fn a_waiting_client_gets_the_lock_when_it_has_ended() {
    on_both(|lab| {
        lab.locks().acquire("stock").expect("the lock was free");
        let began_at_ms = lab.now_ms();
        let mut b = lab.locks().retry(Retry::Every { pause_ms: 1000 });
        let grant = b.acquire("stock").expect("the lock ends after 30 s");
        assert_eq!(lab.now_ms() - began_at_ms, 31_000);
        assert_eq!(lab.get("lock:stock"), Some(token(&grant)));
        let mut c = lab.locks().retry(Retry::Backoff { first_ms: 10, cap_ms: 40, attempts: 4 });
        assert!(matches!(c.acquire("stock"), Err(LockError::Taken { attempts: 4, .. })));
    });
}

#[test]
fn a_server_that_forgot_its_scripts_is_told_them_again() {
    on_both(|lab| {
        let mut a = lab.locks();
        for _ in 0..2 {
            let mut grant = a.acquire("stock").expect("the lock was free");
            a.extend(&mut grant).expect("the lock is ours");
            let flushed: String =
                redis::cmd("SCRIPT").arg("FLUSH").query(&mut lab.connect()).expect("an answer");
            assert_eq!(flushed, "OK");
            assert_eq!(a.release(&grant).expect("an answer"), Released::Released);
        }
    });
}

#[test]
fn locks_and_data_keep_out_of_each_others_way() {
    on_both(|lab| {
        let set = redis::cmd("SET").arg("stock").arg("17").exec(&mut lab.connect());
        set.expect("an answer");
        let grant = lab.locks().prefix("shop:lock:").acquire("stock").expect("a key of its own");
        assert_eq!(lab.get("shop:lock:stock"), Some(token(&grant)));
        assert_eq!(lab.get("stock").as_deref(), Some("17"));
    });
}

#[test]
fn a_server_that_is_gone_is_not_a_lock_that_is_taken() {
    let clock = VirtualClock::new(Sandbox::STARTED_AT_MS).expect("a clock");
    let lab = Lab(Rc::new(RefCell::new(Redis::Real(RedisServer::start(clock).unwrap()))));
    let mut a = lab.locks();
    let grant = a.acquire("stock").expect("the lock was free");
    *lab.0.borrow_mut() = Redis::Sandbox(Sandbox::new());
    assert!(matches!(a.acquire("more"), Err(LockError::Indeterminate { source: Some(_), .. })));
    assert!(matches!(a.release(&grant), Err(LockError::Indeterminate { source: Some(_), .. })));
}
