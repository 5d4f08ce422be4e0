//! A hand-off to one of four who wait: how long from the call that gives the
//! lock back until another has it, and what that asks of the server.

mod crowd;
mod monitor;
mod rivals;

use crate::contest::percentile;
use crate::cycle::runtime;
use crowd::Crowd;
use lockstep_lock::{Algorithm, Terms};
use lockstep_tests::RedisServer;
use monitor::Monitor;
use redis::Client;
use rivals::Rivals;
use std::time::Duration;

pub(crate) fn run() {
    let server = RedisServer::start_real_time().expect("a server");
    let client = Client::open(server.url()).expect("an address");
    let rt = runtime();
    let terms = || Terms::new().wait(Duration::from_secs(60));
    let fair = || terms().algorithm(Algorithm::Fair);
    let rivals = [
        Rivals::new("bare LPUSH, BLPOP", rivals::blpop(&rt, &client)),
        Rivals::new("ours, tokio, one process", rivals::tokio(&rt, &client, terms(), true)),
        Rivals::new("ours, tokio, five clients", rivals::tokio(&rt, &client, terms(), false)),
        Rivals::new("ours, tokio, fair, five clients", rivals::tokio(&rt, &client, fair(), false)),
        Rivals::new("ours, blocking, one process", rivals::blocking(&client, terms(), true)),
        Rivals::new("ours, blocking, five clients", rivals::blocking(&client, terms(), false)),
        Rivals::new("ours, blocking, fair, five clients", rivals::blocking(&client, fair(), false)),
        Rivals::new("rslock, five clients", rivals::rslock(&rt, &client)),
    ];
    println!("\nhand-off to one of four waiters");
    println!("{:>9} {:>9} {:>10} {:>9}", "p50 ms", "p99 ms", "hand-offs", "requests");
    for rivals in rivals {
        let timed = Crowd::timed();
        rivals.run(&timed);
        let latencies = timed.latencies_ms();
        let part = |part| percentile(latencies.iter().copied(), part);
        let (p50, p99, count) = (part(0.5), part(0.99), latencies.len());
        let monitor = Monitor::start(&server);
        rivals.run(&Crowd::counted(&client));
        let (each, which) = monitor.ends();
        println!("{p50:>9.3} {p99:>9.3} {count:>10} {each:>9.2}  {}: {which}", rivals.name);
    }
}
