//! A lock on several independent nodes.

use super::gate::{Gate, Gated, Stands};
use super::lab::{Lab, on_sandbox};
use lockstep_lock::aio::Locks;
use lockstep_lock::{Algorithm, LockError, NodeIndex, Released, Terms};
use lockstep_sandbox::{Fault, Sandbox};
use std::time::Duration;

/// Nodes with a gate each; the lab is their clock.
struct Nodes {
    sandboxes: Vec<Sandbox>,
    gates: Vec<Gate>,
    connections: Vec<Gated>,
}

impl Nodes {
    /// Five of them, of which some break at the first command.
    fn new(dead: &[usize]) -> Self {
        let sandboxes: Vec<_> = (0..5).map(|_| Sandbox::new()).collect();
        let gated = sandboxes.iter().enumerate().map(|(node, sandbox)| {
            let connection = sandbox.connect_multiplexed();
            if dead.contains(&node) {
                connection.faults().next(Fault::Disconnect);
            }
            Gate::on(connection, Stands::Before)
        });
        let (connections, gates) = gated.unzip();
        Self { sandboxes, gates, connections }
    }

    fn locks(&self, lab: &Lab) -> Locks {
        let terms = Terms::new().algorithm(Algorithm::RedLock).fenced().wait(Duration::ZERO);
        Locks::on(self.connections.clone(), terms).with_timer(lab.timer())
    }

    /// On which nodes the lock is.
    fn holding(&self) -> Vec<usize> {
        let holds = |sandbox: &Sandbox| sandbox.dump().lines().any(|l| l.starts_with("lock:stock"));
        (0..5).filter(|&node| holds(&self.sandboxes[node])).collect()
    }
}

#[test]
fn a_majority_is_enough() {
    on_sandbox(async |lab| {
        let nodes = Nodes::new(&[1, 4]);
        let locks = nodes.locks(lab);
        for number in 1..=2 {
            let mut guard = locks.acquire("stock").await.expect("three of five");
            assert_eq!(guard.fencing_token(), Some(number));
            assert_eq!(nodes.holding(), [0, 2, 3]);
            let taken = locks.try_acquire("stock").await.expect_err("it is held");
            assert!(matches!(taken, LockError::NoQuorum { yes: 0, needed: 3, .. }), "{taken}");
            guard.extend().await.expect("three of five");
            assert_eq!(guard.release().await.expect("an answer"), Released::Released);
            assert_eq!(nodes.holding(), [0; 0]);
        }
    });
}

#[test]
fn without_a_majority_everything_is_given_back() {
    on_sandbox(async |lab| {
        let nodes = Nodes::new(&[0, 1, 4]);
        let error = nodes.locks(lab).acquire("stock").await.expect_err("two of five");
        let LockError::NoQuorum { needed: 3, failures, .. } = &error else { panic!("{error}") };
        let failed: Vec<_> = failures.iter().map(|failure| failure.node).collect();
        assert_eq!(failed, [0, 1, 4].map(NodeIndex));
        assert_eq!(nodes.holding(), [0; 0]);
    });
}

#[test]
fn a_node_that_hangs_holds_up_nobody_and_keeps_nothing() {
    on_sandbox(async |lab| {
        let nodes = Nodes::new(&[]);
        let locks = nodes.locks(lab);
        nodes.gates[2].close();
        let began_ms = lab.sandbox.now_ms();
        let mut guard = locks.acquire("stock").await.expect("four of five");
        assert_eq!(lab.sandbox.now_ms(), began_ms, "the majority was enough");
        let releasing = tokio::spawn(async move { guard.release().await });
        // A release asks how many still have it, for as long as a node may take.
        lab.elapse(299).await;
        assert!(!releasing.is_finished());
        lab.elapse(1).await;
        assert_eq!(releasing.await.expect("no panic").expect("an answer"), Released::Released);
        nodes.gates[2].open();
        lab.settle().await;
        assert!(!nodes.sandboxes[2].log().is_empty(), "what was on its way has arrived");
        assert_eq!(nodes.holding(), [0; 0]);
    });
}

#[test]
fn a_majority_that_hangs_is_given_up_in_time() {
    on_sandbox(async |lab| {
        let nodes = Nodes::new(&[]);
        let locks = nodes.locks(lab);
        for node in 0..3 {
            nodes.gates[node].close();
        }
        let acquiring = tokio::spawn(async move { locks.acquire("stock").await });
        // The time of one node for asking, and once more for giving back.
        lab.elapse(600).await;
        let error = acquiring.await.expect("no panic").expect_err("two of five");
        assert!(matches!(error, LockError::NoQuorum { yes: 2, .. }), "{error}");
        for gate in &nodes.gates {
            gate.open();
        }
        lab.settle().await;
        assert_eq!(nodes.holding(), [0; 0], "granted late, and given back after that");
    });
}
