//! RedLock: five nodes, some of them dead.

use super::lab::{Lab, once};
use lockstep_lock::blocking::Locks;
use lockstep_lock::{Algorithm, LockError, Released, Terms};
use lockstep_sandbox::{Connection, Fault, Sandbox};
use redis::{ConnectionLike, RedisResult, Value};
use std::collections::BTreeSet;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn red() -> Terms {
    once().algorithm(Algorithm::RedLock)
}

fn five() -> Vec<Sandbox> {
    (0..5).map(|_| Sandbox::new()).collect()
}

/// A connection that is broken already.
fn dead(node: &Sandbox) -> Connection {
    let mut connection = node.connect();
    connection.faults().next(Fault::Disconnect);
    connection.try_call(["PING"]).expect_err("it breaks");
    connection
}

fn holders(nodes: &[Sandbox]) -> usize {
    nodes.iter().filter(|node| node.dump().contains("lock:stock")).count()
}

#[test]
fn a_majority_holds_the_lock() {
    let check = |deaths: usize, threads: bool| {
        let nodes = five();
        let connections = nodes
            .iter()
            .enumerate()
            .map(|(index, node)| if index >= 5 - deaths { dead(node) } else { node.connect() });
        let lab = Lab::sandbox(nodes[0].clone());
        let locks = Locks::on(connections, red());
        let locks = if threads { locks } else { lab.timed(locks) };
        let told = format!("{deaths} dead, threads: {threads}");
        match locks.acquire("stock") {
            Ok(mut guard) => {
                assert!(deaths < 3, "{told}");
                assert!(guard.is_valid(), "{told}");
                guard.extend().expect(&told);
                // A majority is enough for it to go on; the others follow.
                wait_until(|| holders(&nodes) == 5 - deaths);
                assert_eq!(guard.release().expect(&told), Released::Released);
            }
            Err(LockError::NoQuorum { yes, needed, nodes: of, failures, .. }) => {
                // With threads the failures may be known before the rest.
                assert!(yes == 2 || threads, "{told}");
                assert_eq!((needed, of), (3, 5), "{told}");
                let failed: BTreeSet<u16> = failures.iter().map(|f| f.node.0).collect();
                assert_eq!(failed, BTreeSet::from([2, 3, 4]), "{told}");
                assert_eq!(deaths, 3, "{told}");
            }
            Err(other) => panic!("{told}: {other}"),
        }
        // The last of them may be on its way still.
        wait_until(|| holders(&nodes) == 0);
    };
    for threads in [false, true] {
        for deaths in 0..=3 {
            check(deaths, threads);
        }
    }
}

#[test]
fn a_minority_with_another_owner_does_not_matter_and_is_left_alone() {
    let nodes = five();
    for node in &nodes[3..] {
        node.connect().call(["SET", "lock:stock", "another"]);
    }
    let lab = Lab::sandbox(nodes[0].clone());
    let locks = lab.timed(Locks::on(nodes.iter().map(Sandbox::connect), red()));
    let mut guard = locks.acquire("stock").expect("three nodes are free");
    assert_eq!(guard.release().expect("an answer"), Released::Released);
    assert_eq!(holders(&nodes), 2);
    nodes[2].connect().call(["SET", "lock:stock", "another"]);
    let error = locks.acquire("stock").expect_err("two nodes are free");
    assert!(matches!(error, LockError::NoQuorum { yes: 2, .. }), "{error}");
    assert_eq!(holders(&nodes), 3);
}

#[test]
fn other_algorithms_ask_the_first_node_only() {
    let nodes = five();
    let locks = Locks::on(nodes.iter().map(Sandbox::connect), once());
    let _guard = locks.acquire("stock").expect("the lock was free");
    assert_eq!(holders(&nodes), 1);
}

/// A connection that may answer nothing until it is told to.
struct Hanging {
    connection: Connection,
    goes_on: Option<Arc<Mutex<Receiver<()>>>>,
}

impl Hanging {
    fn hang(&self) {
        if let Some(goes_on) = &self.goes_on {
            // Until the other end is dropped.
            goes_on.lock().expect("whole").recv().expect_err("nothing is sent");
        }
    }
}

impl ConnectionLike for Hanging {
    fn req_packed_command(&mut self, cmd: &[u8]) -> RedisResult<Value> {
        self.hang();
        self.connection.req_packed_command(cmd)
    }

    fn req_packed_commands(
        &mut self,
        cmd: &[u8],
        offset: usize,
        count: usize,
    ) -> RedisResult<Vec<Value>> {
        self.hang();
        self.connection.req_packed_commands(cmd, offset, count)
    }

    fn get_db(&self) -> i64 {
        0
    }

    fn check_connection(&mut self) -> bool {
        true
    }

    fn is_open(&self) -> bool {
        true
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "measures what a hanging node costs")]
fn a_node_that_hangs_holds_up_nobody_and_keeps_nothing() {
    let nodes = five();
    let (release, hangs) = mpsc::channel::<()>();
    let hangs = Arc::new(Mutex::new(hangs));
    let connections = nodes.iter().enumerate().map(|(index, node)| {
        let goes_on = (index == 0).then(|| Arc::clone(&hangs));
        Hanging { connection: node.connect(), goes_on }
    });
    let locks = Locks::on(connections, red().node_timeout(Duration::from_secs(5)));
    let began = Instant::now();
    let guard = locks.acquire("stock").expect("four nodes answer");
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    wait_until(|| holders(&nodes) == 4);
    drop(guard);
    wait_until(|| holders(&nodes) == 0);
    // Now it answers: first to the acquisition, then to the release.
    drop(release);
    wait_until(|| nodes[0].log().len() > 1);
    wait_until(|| holders(&nodes) == 0);
    assert_eq!(nodes[0].log()[0].command.name(), b"SET");
}

#[expect(clippy::disallowed_methods, reason = "waits for threads, in real time")]
pub(super) fn wait_until(mut happened: impl FnMut() -> bool) {
    let began = Instant::now();
    while !happened() {
        assert!(began.elapsed() < Duration::from_secs(20), "it does not happen");
        std::thread::sleep(Duration::from_millis(2));
    }
}
