//! A cycle of RedLock on five servers.

use crate::contest::{Contestant, contest};
use crate::cycle::{blocking_cycles, rslock, runtime, tokio_cycles};
use lockstep_lock::{Algorithm, Terms, aio, blocking};
use lockstep_tests::RedisServer;
use redis::Client;

pub(crate) fn run() {
    let start = |_| RedisServer::start_real_time().expect("a server");
    let servers: Vec<RedisServer> = (0..5).map(start).collect();
    let client = |server: &RedisServer| Client::open(server.url()).expect("an address");
    let clients: Vec<Client> = servers.iter().map(client).collect();
    let terms = || Terms::new().algorithm(Algorithm::RedLock).silent();
    let runtime = runtime();
    let ours = {
        let _inside = runtime.enter();
        aio::Locks::connect_all(clients.clone(), terms())
    };
    let threads = blocking::Locks::connect_all(clients.clone(), terms());
    contest(
        "RedLock on five nodes, over rslock",
        vec![
            Contestant::new("rslock", rslock(&runtime, clients)),
            Contestant::new("ours, tokio", tokio_cycles(&runtime, ours)),
            Contestant::new("ours, blocking", blocking_cycles(threads)),
        ],
    );
}
