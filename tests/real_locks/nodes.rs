//! RedLock on five independent servers, some of them dead or suspended.

use super::lab::{FACES, Face, Locks, PATIENCE, timed, wait_until};
use anyhow::{Result, bail};
use lockstep_lock::{Algorithm, LockError, Released, Terms};
use lockstep_tests::RedisServer;
use redis::Client;
use std::time::Duration;

/// Long enough that a loaded machine is not taken for a dead node.
const NODE_TIMEOUT: Duration = Duration::from_secs(2);

fn five() -> Result<Vec<RedisServer>> {
    (0..5).map(|_| RedisServer::start_real_time()).collect()
}

fn locks(face: Face, nodes: &[RedisServer]) -> Result<Locks> {
    let clients = nodes.iter().map(|node| Ok(Client::open(node.url())?)).collect::<Result<_>>()?;
    let terms = Terms::new().algorithm(Algorithm::RedLock).node_timeout(NODE_TIMEOUT);
    Ok(Locks::connect_all(face, clients, terms.wait(Duration::ZERO)))
}

/// On how many of these nodes the lock is.
fn holders(nodes: &[RedisServer]) -> Result<usize> {
    let mut holders = 0;
    for node in nodes {
        let mut connection = Client::open(node.url())?.get_connection()?;
        holders += redis::cmd("EXISTS").arg("lock:stock").query::<usize>(&mut connection)?;
    }
    Ok(holders)
}

#[test]
fn a_majority_of_living_nodes_holds_the_lock() -> Result<()> {
    let mut nodes = five()?;
    // They have connections to all five, which break one after the other.
    let faces = FACES.map(|face| (face, locks(face, &nodes)));
    for dead in 0..=3 {
        let living = 5 - dead;
        if dead > 0 {
            nodes[living].kill()?;
        }
        for (face, locks) in &faces {
            let told = format!("{face:?}, {dead} dead");
            let Ok(locks) = locks else { bail!("{told}: no locks") };
            match locks.acquire("stock") {
                Ok(mut guard) => {
                    assert!(dead < 3 && guard.is_valid(), "{told}");
                    wait_until(PATIENCE, || Ok(holders(&nodes[..living])? == living))?;
                    guard.extend()?;
                    assert_eq!(guard.release()?, Released::Released, "{told}");
                }
                Err(LockError::NoQuorum { yes, needed, nodes: of, failures, .. }) => {
                    assert_eq!((dead, needed, of), (3, 3, 5), "{told}");
                    // The failures may be known before the rest.
                    assert!(yes <= 2, "{told}: {yes}");
                    let failed: Vec<u16> = failures.iter().map(|failure| failure.node.0).collect();
                    assert_eq!(sorted(failed), [2, 3, 4], "{told}");
                }
                Err(other) => bail!("{told}: {other}"),
            }
            // The last of them may be on its way still.
            wait_until(PATIENCE, || Ok(holders(&nodes[..living])? == 0))?;
        }
    }
    Ok(())
}

fn sorted(mut numbers: Vec<u16>) -> Vec<u16> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[test]
fn a_suspended_node_holds_up_nobody() -> Result<()> {
    let nodes = five()?;
    for face in FACES {
        let locks = locks(face, &nodes)?;
        locks.acquire("stock")?.release()?;
        nodes[0].suspend()?;
        let (guard, took) = timed(|| locks.acquire("stock"));
        let guard = guard?;
        println!("{face:?}: with one of five nodes suspended taken in {took:?}");
        assert!(took < NODE_TIMEOUT, "{face:?}: {took:?}");
        assert!(guard.is_valid(), "{face:?}");
        wait_until(PATIENCE, || Ok(holders(&nodes[1..])? == 4))?;
        drop(guard);
        wait_until(PATIENCE, || Ok(holders(&nodes[1..])? == 0))?;
        // What it gets to hear late is in the order in which it was sent.
        nodes[0].go_on()?;
        wait_until(PATIENCE, || Ok(holders(&nodes)? == 0))?;
    }
    Ok(())
}
