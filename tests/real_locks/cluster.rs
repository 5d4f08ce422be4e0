//! A server that is a cluster of its own: it refuses what touches keys of
//! different slots.

use super::lab::{FACES, Face, Locks, PATIENCE, wait_until};
use anyhow::{Context as _, Result, bail, ensure};
use lockstep_lock::{Algorithm, Compare, Released, Terms};
use lockstep_tests::RedisServer;
use redis::Client;
use std::net::TcpListener;
use std::thread;

/// With and without a hash tag of their own.
const NAMES: [&str; 3] = ["stock", "{shop}:stock", "a{b"];

fn cluster() -> Result<RedisServer> {
    let bus = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port().to_string();
    let server = RedisServer::builder()
        .directive("cluster-enabled", &["yes"])
        .directive("cluster-port", &[&bus])
        .start()?;
    let mut connection = Client::open(server.url())?.get_connection()?;
    redis::cmd("CLUSTER").arg("ADDSLOTSRANGE").arg(0).arg(16383).exec(&mut connection)?;
    wait_until(PATIENCE, || {
        let info: String = redis::cmd("CLUSTER").arg("INFO").query(&mut connection)?;
        Ok(info.contains("cluster_state:ok"))
    })?;
    let keys_apart = redis::cmd("MSET").arg("a").arg(1).arg("b").arg(2).exec(&mut connection);
    ensure!(keys_apart.is_err_and(|error| error.code() == Some("CROSSSLOT")), "it is a cluster");
    Ok(server)
}

/// Takes the lock, lets another wait for it, and hands it over.
fn hand_over(face: Face, server: &RedisServer, terms: &Terms, name: &'static str) -> Result<()> {
    let open = || Locks::connect(face, Client::open(server.url())?, terms.clone());
    let mut guard = open()?.acquire(name)?;
    guard.extend()?;
    let other = open()?;
    let next = thread::spawn(move || other.acquire(name)?.release());
    let channel = terms.lock(name, 1, Compare::Lua).channel();
    let mut eye = Client::open(server.url())?.get_connection()?;
    wait_until(PATIENCE, || {
        let mut ask = redis::cmd("PUBSUB");
        let heard: (Vec<u8>, usize) = ask.arg("NUMSUB").arg(&*channel).query(&mut eye)?;
        Ok(heard.1 == 1)
    })?;
    ensure!(guard.release()? == Released::Released, "it was ours");
    let Ok(next) = next.join() else { bail!("the waiter panicked") };
    ensure!(next? == Released::Released, "it was the waiter's");
    Ok(())
}

#[test]
fn all_that_stands_beside_a_lock_is_in_its_slot() -> Result<()> {
    let server = cluster()?;
    for algorithm in [Algorithm::Token, Algorithm::Reentrant, Algorithm::Fair, Algorithm::RedLock] {
        let terms = Terms::new().algorithm(algorithm).fenced().wait(PATIENCE);
        for (face, name) in FACES.into_iter().flat_map(|face| NAMES.map(|name| (face, name))) {
            let handed_over = hand_over(face, &server, &terms, name);
            handed_over.with_context(|| format!("{algorithm:?}, {face:?}, {name}"))?;
        }
    }
    Ok(())
}
