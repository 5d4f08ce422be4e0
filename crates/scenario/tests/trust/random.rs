//! Small scenarios, at random.

use lockstep_lock::Algorithm;
use lockstep_scenario::{
    Cast, ClientSpec, Disk, Faults, LockSpec, Nodes, Property, ResourceSpec, Scenario, Server,
};
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeMap;

/// Lines that make sense anywhere; `;` begins the next.
const LINES: &[&str] = &[
    "acquire stock",
    "try stock",
    "extend stock",
    "release stock",
    "enter shelf",
    "leave shelf",
    "enter shelf;leave shelf",
    "work 4s",
    "work 10s",
    "think",
    "read row",
    "write row = row - 1",
    "write row = row + 1",
    "read row;write row = row - 1",
    "write row = row - 1 if unchanged",
    "write row = row - 1 where row > 0",
    "write row = row - 1 fenced by stock",
    "insert orders one",
    "take jobs",
    "stop",
    "SET lock:stock mine NX PX 10000",
    "SETNX lock:stock mine",
    "SET lock:stock mine",
    "PEXPIRE lock:stock 6000",
    "PERSIST lock:stock",
    "DEL lock:stock",
    "FLUSHALL",
    "GET lock:stock",
    "PTTL lock:stock",
    "INCR n",
    "BLPOP q 3",
    "LPUSH q x",
    "WAIT 1 2000",
    "SCRIPT FLUSH",
    "acquire shop",
    "try shop",
    "release shop",
    "extend shop",
    "read row fenced by stock",
    "write row = 0",
    "RENAME lock:stock other",
    "RENAMENX other lock:stock",
    "GETDEL lock:stock",
    "SWAPDB 0 1",
    "MOVE lock:stock 1",
    "COPY lock:stock lock:shop",
    "PEXPIRE lock:stock -1",
    "SET lock:stock $me XX KEEPTTL",
    "PUBLISH {lock:stock}:released x",
    "LPUSH lock:stock x",
    "BRPOP lock:stock 4",
    "EVAL \"redis.call('SET', 'lock:shop', ARGV[1], 'PX', 4000) return redis.call('DEL', 'lock:stock')\" 0 $me",
    "EVAL \"redis.call('LPUSH', 'q', 'x') redis.call('RPUSH', 'q', 'y') return 1\" 0",
    "ZADD z 1 a",
    "BZPOPMIN z 2",
    "WAIT 2 0",
];

/// What an `if` can ask.
const QUESTIONS: &[&str] = &[
    "done",
    "not done",
    "valid stock",
    "not valid stock",
    "reply is OK",
    "reply is nil",
    "not reply > 0",
    "row > 0",
];

/// What a client does around its lock.
const FRAMES: &[(&str, &str)] = &[
    ("", ""),
    ("acquire stock;enter shelf;", "leave shelf;release stock"),
    ("acquire stock;", "release stock"),
    ("try stock;if done;  enter shelf;", "release stock"),
    ("SET lock:stock mine NX PX 10000;if not reply is OK;  stop;enter shelf;", "DEL lock:stock"),
    ("SETNX lock:stock mine;if reply is 0;  stop;PEXPIRE lock:stock 9000;", "DEL lock:stock"),
    ("work 3s;acquire stock;", ""),
    ("if not done;  work 3s;acquire stock;enter shelf;", ""),
    ("if done;  stop;", "work 2s;retry 2"),
    ("", "work 3s;retry"),
    ("acquire shop;acquire stock;", "release stock;release shop"),
    ("acquire stock;acquire shop;enter shelf;", "leave shelf;release shop;release stock"),
    ("acquire stock;acquire stock;enter shelf;", "leave shelf;release stock;release stock"),
    ("try stock;if valid stock;  enter shelf;  work 3s;  leave shelf;", "extend stock"),
];

/// A scenario and a budget.
#[derive(Clone, Debug)]
pub(crate) struct Small {
    pub(crate) scenario: Scenario,
    pub(crate) faults: Faults,
}

fn block() -> impl Strategy<Value = String> {
    let line = || select(LINES);
    let end = select(&["retry 1", "stop", "think"][..]);
    prop_oneof![
        6 => line().prop_map(str::to_owned),
        1 => (select(QUESTIONS), end).prop_map(|(question, end)| format!("if {question};  {end}")),
        1 => (select(QUESTIONS), line()).prop_map(|(question, line)| {
            format!("if {question};  {}", line.replace(';', ";  "))
        }),
    ]
}

fn program() -> impl Strategy<Value = String> {
    let blocks = prop::collection::vec(block(), 0..4);
    (select(FRAMES), blocks).prop_map(|((before, after), blocks)| {
        let text = format!("{before}{};{after}", blocks.join(";"));
        let mut lines: Vec<_> = text.split(';').filter(|line| !line.is_empty()).collect();
        // What is written or asked of a row is what was read of it.
        if lines.iter().any(|line| line.contains("row")) {
            lines.insert(0, "read row");
        }
        if lines.is_empty() { "think".to_owned() } else { lines.join("\n") }
    })
}

fn algorithm(nodes: Nodes) -> BoxedStrategy<Algorithm> {
    let one = [
        Algorithm::SetnxExpire,
        Algorithm::Naive,
        Algorithm::Token,
        Algorithm::Reentrant,
        Algorithm::Fair,
    ];
    match nodes {
        Nodes::One => select(one.to_vec()).boxed(),
        Nodes::Replicas(_) => {
            prop_oneof![3 => Just(Algorithm::Replicated), 2 => select(one.to_vec())].boxed()
        }
        Nodes::Independent(_) => Just(Algorithm::RedLock).boxed(),
    }
}

fn lock(nodes: Nodes) -> impl Strategy<Value = LockSpec> {
    let span = |text: &str| text.parse().expect("a length of time");
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (algorithm(nodes), select(&["none", "3s", "4s"][..]), flags).prop_map(
        move |(algorithm, retry, (notify, fenced, watchdog, short))| LockSpec {
            retry: (retry != "none").then(|| span(retry)),
            notify: notify && algorithm != Algorithm::RedLock,
            fenced,
            watchdog,
            max_lease: (watchdog || short).then(|| span("20s")),
            patience: short.then(|| span("6s")),
            answer_within: short.then(|| span("1s")),
            replicas: Some(if short { 2 } else { 1 }),
            ..LockSpec::new(algorithm, "lock:stock", span("10s"))
        },
    )
}

/// At most two faults, most of them of different kinds.
fn faults() -> impl Strategy<Value = Faults> {
    let names: Vec<_> = Faults::names().collect();
    prop::collection::vec(select(names), 0..=3).prop_map(|kinds| {
        let mut counts: BTreeMap<&str, u8> = BTreeMap::new();
        kinds.into_iter().for_each(|kind| *counts.entry(kind).or_default() += 1);
        let text: Vec<_> = counts.iter().map(|(kind, count)| format!("{kind}={count}")).collect();
        Faults::parse(&text.join(",")).expect("a budget")
    })
}

/// Small scenarios with every kind of node, lock and fault.
pub(crate) fn small() -> impl Strategy<Value = Small> {
    let nodes = prop_oneof![
        4 => Just(Nodes::One),
        2 => (1..=2u8).prop_map(Nodes::Replicas),
        2 => (2..=4u8).prop_map(Nodes::Independent),
    ];
    let disk = select(&[Disk::None, Disk::Everysec, Disk::Always][..]);
    let world = nodes.prop_flat_map(|nodes| (Just(nodes), lock(nodes), lock(nodes)));
    let servers = select(&[Server::Redis7_0, Server::Redis8_4, Server::Valkey9][..]);
    let programs = prop::collection::vec(program(), 1..=3);
    (world, disk, programs, faults(), any::<bool>(), servers)
        .prop_map(|((nodes, lock, mut shop), disk, programs, faults, fenced, server)| {
            // The naive one counts the pauses of one watchdog for each client.
            shop.watchdog = false;
            shop.key = "lock:shop".to_owned();
            shop.ttl = "7s".parse().expect("a length of time");
            let row = ResourceSpec::Row { value: 1, min: Some(0), max: None, fenced };
            let clients = ["A", "B", "C"].into_iter().zip(programs);
            let client = |program| ClientSpec { program, like: None };
            let scenario = Scenario {
                nodes,
                disk,
                server,
                properties: Property::all(),
                locks: BTreeMap::from([("stock".to_owned(), lock), ("shop".to_owned(), shop)]),
                resources: BTreeMap::from([
                    ("row".to_owned(), row),
                    ("orders".to_owned(), ResourceSpec::Table {}),
                    ("jobs".to_owned(), ResourceSpec::Queue { jobs: 1 }),
                ]),
                clients: clients.map(|(name, text)| (name.to_owned(), client(text))).collect(),
                faults,
            };
            Small { scenario, faults }
        })
        .prop_filter("a scenario in order", |small| Cast::new(&small.scenario).is_ok())
}
