//! A cycle that nobody contends for: take, give back.

use crate::bare::{self, Owner};
use crate::contest::{Contestant, contest};
use lockstep_lock::{Released, Terms, aio, blocking};
use lockstep_tests::RedisServer;
use redis::{AsyncConnectionConfig, Client, Value};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// The channel of the lock `stock`.
const CHANNEL: &str = "{lock:stock}:released";
const KEY: &str = "lock:stock";

// The bare ones. What a lock needs is a new token each time.
const CONSTANT: &str = "bare SET, EVALSHA";
const FRESH: &str = "bare, with a new token each time";
const TELLING: &str = "bare, with a new token, telling";

pub(crate) fn run() {
    let server = RedisServer::start_real_time().expect("a server");
    let client = Client::open(server.url()).expect("an address");
    load_script(&client);
    let runtime = runtime();
    contest(
        "one node, tokio",
        vec![
            Contestant::new(CONSTANT, bare_tokio(&runtime, &client, Owner::Constant, "")),
            Contestant::new(FRESH, bare_tokio(&runtime, &client, Owner::Fresh, "")),
            Contestant::new(TELLING, bare_tokio(&runtime, &client, Owner::Fresh, CHANNEL)),
            Contestant::new("ours, silent", ours_tokio(&runtime, &client, Terms::new().silent())),
            Contestant::new("ours, telling", ours_tokio(&runtime, &client, Terms::new())),
            Contestant::new("rslock", rslock(&runtime, vec![client.clone()])),
        ],
    );
    contest(
        "one node, blocking",
        vec![
            Contestant::new(CONSTANT, bare_blocking(&client, Owner::Constant, "")),
            Contestant::new(FRESH, bare_blocking(&client, Owner::Fresh, "")),
            Contestant::new(TELLING, bare_blocking(&client, Owner::Fresh, CHANNEL)),
            Contestant::new("ours, silent", ours_blocking(&client, Terms::new().silent())),
            Contestant::new("ours, telling", ours_blocking(&client, Terms::new())),
        ],
    );
}

/// As a program has it that does nothing about it.
pub(crate) fn runtime() -> Arc<Runtime> {
    Arc::new(Builder::new_multi_thread().enable_all().build().expect("a runtime"))
}

fn load_script(client: &Client) {
    let mut connection = client.get_connection().expect("a server");
    let load = redis::cmd("SCRIPT").arg("LOAD").arg(bare::script().body).to_owned();
    load.query::<String>(&mut connection).expect("a SHA1");
}

/// Runs a future as a task, where the connection's own task runs too.
pub(crate) fn spawned<F: Future<Output = ()> + Send + 'static>(runtime: &Runtime, future: F) {
    runtime.block_on(runtime.spawn(future)).expect("no panic");
}

fn bare_tokio(
    runtime: &Arc<Runtime>,
    client: &Client,
    owner: Owner,
    channel: &'static str,
) -> impl FnMut(u32) + use<> {
    // What ours does too.
    let config = AsyncConnectionConfig::new().set_response_timeout(Some(Duration::from_secs(1)));
    let connected = client.get_multiplexed_async_connection_with_config(&config);
    let connection = runtime.block_on(connected).expect("a server");
    let runtime = Arc::clone(runtime);
    move |cycles| {
        let mut connection = connection.clone();
        spawned(&runtime, async move {
            for _ in 0..cycles {
                let token = owner.token();
                let set = bare::acquire(KEY, &token).query_async::<Value>(&mut connection).await;
                assert_eq!(set.expect("an answer"), Value::Okay);
                let release = bare::release(KEY, &token, channel);
                let deleted = release.query_async::<Value>(&mut connection).await;
                assert_eq!(deleted.expect("an answer"), Value::Int(1));
            }
        });
    }
}

fn ours_tokio(runtime: &Arc<Runtime>, client: &Client, terms: Terms) -> impl FnMut(u32) + use<> {
    let connected = aio::Locks::connect(client.clone(), terms);
    let locks = runtime.block_on(connected).expect("a server");
    tokio_cycles(runtime, locks)
}

pub(crate) fn tokio_cycles(runtime: &Arc<Runtime>, locks: aio::Locks) -> impl FnMut(u32) + use<> {
    let runtime = Arc::clone(runtime);
    move |cycles| {
        let locks = locks.clone();
        spawned(&runtime, async move {
            for _ in 0..cycles {
                let mut guard = locks.acquire("stock").await.expect("nobody else wants it");
                assert_eq!(guard.release().await.expect("an answer"), Released::Released);
            }
        });
    }
}

pub(crate) fn rslock(runtime: &Arc<Runtime>, clients: Vec<Client>) -> impl FnMut(u32) + use<> {
    let locks = rslock::LockManager::from_clients(clients);
    let runtime = Arc::clone(runtime);
    move |cycles| {
        let locks = locks.clone();
        spawned(&runtime, async move {
            for _ in 0..cycles {
                let lock = locks.lock(KEY, Duration::from_secs(30)).await;
                locks.unlock(&lock.expect("nobody else wants it")).await;
            }
        });
    }
}

fn bare_blocking(client: &Client, owner: Owner, channel: &'static str) -> impl FnMut(u32) + use<> {
    let mut connection = client.get_connection().expect("a server");
    connection.set_read_timeout(Some(Duration::from_secs(1))).expect("a socket");
    move |cycles| {
        for _ in 0..cycles {
            let token = owner.token();
            let set = bare::acquire(KEY, &token).query::<Value>(&mut connection);
            assert_eq!(set.expect("an answer"), Value::Okay);
            let deleted = bare::release(KEY, &token, channel).query::<Value>(&mut connection);
            assert_eq!(deleted.expect("an answer"), Value::Int(1));
        }
    }
}

fn ours_blocking(client: &Client, terms: Terms) -> impl FnMut(u32) + use<> {
    blocking_cycles(blocking::Locks::connect(client.clone(), terms).expect("a server"))
}

pub(crate) fn blocking_cycles(locks: blocking::Locks) -> impl FnMut(u32) {
    move |cycles| {
        for _ in 0..cycles {
            let mut guard = locks.acquire("stock").expect("nobody else wants it");
            assert_eq!(guard.release().expect("an answer"), Released::Released);
        }
    }
}
