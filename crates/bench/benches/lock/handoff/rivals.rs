//! Who hands over, and by what.

use super::crowd::{Crowd, HOLD};
use crate::contest::now;
use lockstep_lock::{Terms, aio, blocking};
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, Value};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

const RIVALS: usize = 5;
const KEY: &str = "lock:stock";

type Run = dyn Fn(&Arc<Crowd>);

/// Five of a kind.
pub(crate) struct Rivals {
    pub(crate) name: &'static str,
    run: Box<Run>,
}

impl Rivals {
    pub(crate) fn new(name: &'static str, run: impl Fn(&Arc<Crowd>) + 'static) -> Self {
        Self { name, run: Box::new(run) }
    }

    /// Hands over until it is over.
    pub(crate) fn run(&self, crowd: &Arc<Crowd>) {
        (self.run)(crowd);
    }
}

fn all(runtime: &Runtime, tasks: Vec<JoinHandle<()>>) {
    for task in tasks {
        runtime.block_on(task).expect("no panic");
    }
}

pub(crate) fn tokio(
    runtime: &Arc<Runtime>,
    client: &Client,
    terms: Terms,
    together: bool,
) -> impl Fn(&Arc<Crowd>) + use<> {
    let (runtime, client) = (Arc::clone(runtime), client.clone());
    move |crowd| {
        let connect = || aio::Locks::connect(client.clone(), terms.clone());
        let first = runtime.block_on(connect()).expect("a server");
        let spawn = |_| {
            let locks = if together { Ok(first.clone()) } else { runtime.block_on(connect()) };
            let (locks, crowd) = (locks.expect("a server"), Arc::clone(crowd));
            runtime.spawn(async move {
                loop {
                    let mut guard = locks.acquire("stock").await.expect("its turn comes");
                    if !crowd.taken() {
                        guard.release().await.expect("an answer");
                        return;
                    }
                    tokio::time::sleep(HOLD).await;
                    let count = crowd.gives();
                    guard.release().await.expect("an answer");
                    crowd.next(count).await;
                }
            })
        };
        all(&runtime, (0..RIVALS).map(spawn).collect());
    }
}

pub(crate) fn blocking(
    client: &Client,
    terms: Terms,
    together: bool,
) -> impl Fn(&Arc<Crowd>) + use<> {
    let client = client.clone();
    move |crowd| {
        let connect = || blocking::Locks::connect(client.clone(), terms.clone());
        let first = connect().expect("a server");
        let spawn = |_| {
            let locks = if together { first.clone() } else { connect().expect("a server") };
            let crowd = Arc::clone(crowd);
            thread::spawn(move || {
                let waiting = Builder::new_current_thread().build().expect("a runtime");
                loop {
                    let mut guard = locks.acquire("stock").expect("its turn comes");
                    if !crowd.taken() {
                        guard.release().expect("an answer");
                        return;
                    }
                    hold();
                    let count = crowd.gives();
                    guard.release().expect("an answer");
                    waiting.block_on(crowd.next(count));
                }
            })
        };
        let threads: Vec<_> = (0..RIVALS).map(spawn).collect();
        threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
    }
}

#[expect(clippy::disallowed_methods, reason = "a benchmark waits in real time")]
fn hold() {
    let began = now();
    thread::sleep(HOLD.saturating_sub(began.elapsed()));
}

pub(crate) fn rslock(runtime: &Arc<Runtime>, client: &Client) -> impl Fn(&Arc<Crowd>) + use<> {
    let (runtime, client) = (Arc::clone(runtime), client.clone());
    move |crowd| {
        let spawn = |_| {
            let locks = rslock::LockManager::from_clients(vec![client.clone()]);
            let crowd = Arc::clone(crowd);
            runtime.spawn(async move {
                loop {
                    let lock = locks.acquire_no_guard(KEY, Duration::from_secs(30)).await;
                    let lock = lock.expect("its turn comes");
                    if !crowd.taken() {
                        locks.unlock(&lock).await;
                        return;
                    }
                    tokio::time::sleep(HOLD).await;
                    let count = crowd.gives();
                    locks.unlock(&lock).await;
                    crowd.next(count).await;
                }
            })
        };
        all(&runtime, (0..RIVALS).map(spawn).collect());
    }
}

/// A list with one element, which whoever has popped it pushes back.
pub(crate) fn blpop(runtime: &Arc<Runtime>, client: &Client) -> impl Fn(&Arc<Crowd>) + use<> {
    let (runtime, client) = (Arc::clone(runtime), client.clone());
    move |crowd| {
        let config = AsyncConnectionConfig::new().set_response_timeout(None);
        let connect = || client.get_multiplexed_async_connection_with_config(&config);
        let spawn = |_| {
            let mut connection = runtime.block_on(connect()).expect("a server");
            let crowd = Arc::clone(crowd);
            runtime.spawn(async move {
                loop {
                    call(&mut connection, &["BLPOP", KEY, "0"]).await;
                    if !crowd.taken() {
                        call(&mut connection, &["LPUSH", KEY, "token"]).await;
                        return;
                    }
                    tokio::time::sleep(HOLD).await;
                    let count = crowd.gives();
                    call(&mut connection, &["LPUSH", KEY, "token"]).await;
                    crowd.next(count).await;
                }
            })
        };
        let tasks = (0..RIVALS).map(spawn).collect();
        let mut connection = runtime.block_on(connect()).expect("a server");
        runtime.block_on(call(&mut connection, &["LPUSH", KEY, "token"]));
        all(&runtime, tasks);
        runtime.block_on(call(&mut connection, &["DEL", KEY]));
    }
}

async fn call(connection: &mut MultiplexedConnection, words: &[&str]) {
    let mut cmd = redis::cmd(words[0]);
    cmd.arg(&words[1..]);
    cmd.query_async::<Value>(connection).await.expect("an answer");
}
