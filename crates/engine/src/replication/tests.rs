//! What reaches a replica when, and what is lost with a primary.

use super::*;
use crate::{ConnectionId, Keep, Output, ScriptHost, State};
use lockstep_resp::Command;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Two connections to a primary with two replicas.
struct Service {
    host: ScriptHost,
    set: ReplicaSet,
    output: Output,
    now_ms: i64,
}

const A: ConnectionId = ConnectionId(1);
const B: ConnectionId = ConnectionId(2);

impl Service {
    fn new() -> Self {
        let mut set = ReplicaSet::new(State::default(), 2);
        assert_eq!([set.connect(), set.connect()], [A, B]);
        Self { host: ScriptHost::new(), set, output: Output::default(), now_ms: 1_000 }
    }

    fn after(lines: &[&str]) -> Self {
        let mut service = Self::new();
        lines.iter().for_each(|line| drop(service.send(A, line)));
        service
    }

    /// What arrives by that, with the connection to which it goes.
    fn send(&mut self, connection: ConnectionId, line: &str) -> Vec<String> {
        let command = Command::parse(line).unwrap();
        let Self { host, set, output, now_ms } = self;
        set.submit(host, connection, &command.as_slices(), *now_ms, output);
        self.arrived()
    }

    fn ask_replica(&mut self, replica: usize, line: &str) -> Vec<String> {
        let command = Command::parse(line).unwrap();
        let Self { host, set, output, now_ms } = self;
        let words = command.as_slices();
        set.submit_to_replica(host, replica, (A, &words), *now_ms, output);
        self.arrived()
    }

    fn replicate(&mut self, replica: usize, writes: usize) -> Vec<String> {
        self.set.replicate(&self.host, replica, writes, self.now_ms, &mut self.output);
        self.arrived()
    }

    fn catch_up(&mut self) {
        (0..2).for_each(|replica| drop(self.replicate(replica, usize::MAX)));
    }

    fn promote(&mut self, replica: usize) -> Vec<ConnectionId> {
        self.set.promote(&self.host, replica, self.now_ms, &mut self.output)
    }

    fn advance(&mut self, by_ms: i64) -> Vec<String> {
        self.now_ms += by_ms;
        self.set.advance(&self.host, self.now_ms, &mut self.output);
        self.arrived()
    }

    fn arrived(&mut self) -> Vec<String> {
        let messages = self.output.messages.drain(..);
        messages.map(|message| format!("{}: {}", message.connection.0, message.reply)).collect()
    }

    fn lags(&self) -> [usize; 2] {
        [self.set.lag(0), self.set.lag(1)]
    }
}

const NOTHING: [&str; 0] = [];

/// All keys, those included whose time is over.
fn keys(state: &State) -> String {
    let told = state.keys(i64::MIN).map(|key| {
        let until = key.expire_at_ms.map_or(String::new(), |at| format!(" until {at}"));
        format!("{}:{}={}{until}", key.db, String::from_utf8_lossy(key.key), key.value)
    });
    told.collect::<Vec<_>>().join(" ")
}

fn hash(set: &ReplicaSet) -> u64 {
    let mut hasher = DefaultHasher::new();
    set.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn each_command_is_so_many_writes_and_a_replica_then_has_what_it_left() {
    let check = |before: &[&str], line: &str, writes: usize, left: &str| {
        let mut service = Service::after(before);
        service.catch_up();
        let before = keys(service.set.primary());
        service.send(A, line);
        assert_eq!(service.lags(), [writes; 2], "{line}");
        assert_eq!(keys(service.set.replica(0).unwrap()), before, "{line}");
        service.replicate(0, writes);
        assert_eq!(service.lags(), [0, writes], "{line}");
        assert_eq!(keys(service.set.replica(0).unwrap()), left, "{line}");
        assert_eq!(keys(service.set.primary()), left, "{line}");
    };
    check(&[], "SET k v PX 5", 1, "0:k=\"v\" until 1005");
    check(&["SET k v"], "SET k w NX", 0, "0:k=\"v\"");
    check(&["SET k v"], "GET k", 0, "0:k=\"v\"");
    check(&["SET k v"], "DEL k nothing", 1, "");
    check(&[], "DEL nothing", 0, "");
    check(&["SET k v PX 5"], "PERSIST k", 1, "0:k=\"v\"");
    check(&["SET k v"], "RENAME k l", 1, "0:l=\"v\"");
    check(&["SET k v PX 5"], "MOVE k 3", 1, "3:k=\"v\" until 1005");
    check(&["SET k v", "SET l w"], "FLUSHALL", 1, "");
    check(&["SET k v", "SELECT 1", "SET l w"], "FLUSHDB", 1, "0:k=\"v\"");
    check(&[], "FLUSHDB", 1, "");
    check(&["SET k v", "SELECT 1", "SET l w"], "SWAPDB 0 1", 1, "0:l=\"w\" 1:k=\"v\"");
    check(&["SET k v"], "SWAPDB 0 1", 1, "1:k=\"v\"");
    check(&["RPUSH l b a"], "SORT l ALPHA STORE m", 1, "0:l=[\"b\", \"a\"] 0:m=[\"a\", \"b\"]");
    check(&[], "MSET k 1 l 2", 1, "0:k=\"1\" 0:l=\"2\"");
    let script = "EVAL \"redis.call('SET', 'k', 1) redis.call('INCR', 'k') return 1\" 0";
    check(&[], script, 1, "0:k=\"2\"");
    let script = "EVAL \"redis.call('SET', 'k', 1) redis.call('FLUSHALL') \
                  redis.call('SET', 'l', 2)\" 0";
    check(&["SET m 1"], script, 1, "0:l=\"2\"");
    check(&[], "EVAL 'return 1' 0", 0, "");
    check(&[], "SCRIPT LOAD 'return 1'", 0, "");
    check(&["MULTI", "SET k 1", "INCR k", "SET l 1"], "EXEC", 1, "0:k=\"2\" 0:l=\"1\"");
}

#[test]
fn who_is_served_by_a_push_is_a_write_of_its_own() {
    let mut service = Service::new();
    service.send(B, "BLPOP q 0");
    service.send(A, "RPUSH q x");
    assert_eq!(service.lags(), [2, 2]);
    service.replicate(0, 1);
    assert_eq!(keys(service.set.replica(0).unwrap()), "0:q=[\"x\"]");
    service.replicate(0, 1);
    assert_eq!(keys(service.set.replica(0).unwrap()), "");
}

#[test]
fn only_the_primary_removes_what_is_over_but_nobody_sees_it() {
    let mut service = Service::after(&["SET k v PX 5", "SET l v PX 5"]);
    service.catch_up();
    service.advance(6);
    assert_eq!((keys(service.set.primary()), service.lags()), (String::new(), [2, 2]));
    let replica = service.set.replica(1).unwrap();
    assert_eq!(keys(replica), "0:k=\"v\" until 1005 0:l=\"v\" until 1005");
    assert!(replica.key(0, b"k", service.now_ms).is_none());
    assert_eq!(service.ask_replica(1, "GET k"), ["1: (nil)"]);
    assert_eq!(service.ask_replica(1, "DBSIZE"), ["1: (integer) 2"]);
    service.output.events.clear();
    service.promote(1);
    let told: Vec<_> = service.output.events.iter().map(|e| (e.name, e.at_ms)).collect();
    assert_eq!(told, [("expired", 1_006), ("expired", 1_006)]);
    assert_eq!((keys(service.set.primary()), service.lags()), (String::new(), [0, 0]));
    assert_eq!(service.set.next_deadline_ms(), None);
}

#[test]
fn a_replica_that_is_promoted_has_lost_what_had_not_arrived() {
    let mut service = Service::after(&["SET lock A PX 100"]);
    service.replicate(0, 1);
    service.send(A, "SCRIPT LOAD 'return 1'");
    service.send(A, "SET after 1");
    assert_eq!(service.promote(1), []);
    assert_eq!((keys(service.set.primary()), service.lags()), (String::new(), [0, 0]));
    assert_eq!(service.send(B, "SET lock B NX"), ["2: OK"]);
    assert_eq!(service.lags(), [1, 1]);
    service.catch_up();
    assert_eq!(keys(service.set.replica(1).unwrap()), "0:lock=\"B\"");
    let sha = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";
    assert_eq!(service.send(A, &format!("SCRIPT EXISTS {sha}")), ["1: 1) (integer) 0"]);
    assert_eq!(service.send(A, "WAIT 2 0"), ["1: (integer) 2"]);
    assert_eq!(service.promote(7), []);
}

#[test]
fn who_was_blocked_is_cut_off_and_connections_begin_anew() {
    let check = |fault: fn(&mut Service) -> Vec<ConnectionId>| {
        let mut service = Service::after(&["SET k v"]);
        service.catch_up();
        let c = service.set.connect();
        service.send(c, "QUIT");
        service.send(A, "SELECT 3");
        service.send(A, "SUBSCRIBE news");
        service.send(B, "BLPOP q 0");
        assert_eq!(fault(&mut service), [B]);
        assert_eq!(service.set.next_deadline_ms(), None);
        let open = [A, B, c].map(|id| service.set.is_open(id));
        assert_eq!((open, service.set.is_blocked(B)), ([true, true, false], false));
        assert_eq!(service.send(A, "PUBLISH news x"), ["1: (integer) 0"]);
        assert_eq!(service.send(A, "RPUSH q x"), ["1: (integer) 1"]);
        assert!(service.set.key(0, b"q", 0).is_some());
    };
    check(|service| service.promote(0));
    check(|service| service.set.restart(Keep::Everything));
    check(|service| service.set.restart(Keep::Nothing));
}

#[test]
fn a_restart_keeps_keys_or_nothing_and_replicas_follow() {
    let check = |keep: Keep<'_>, left: &str| {
        let mut service = Service::after(&["SET k v PX 9", "EVAL 'return 1' 0", "WATCH k"]);
        assert_eq!(service.set.restart(keep), []);
        let [first, second] = [0, 1].map(|replica| service.set.replica(replica).unwrap());
        assert_eq!([keys(service.set.primary()), keys(first), keys(second)], [left; 3]);
        let mut alone = Service::after(&["SET k v PX 9"]).set.primary().clone();
        assert_eq!(alone.restart(keep), []);
        assert_eq!(ReplicaSet::new(alone, 2), service.set);
    };
    check(Keep::Everything, "0:k=\"v\" until 1009");
    let saved = Service::after(&["SET k older"]).set.primary().clone();
    check(Keep::From(&saved), "0:k=\"older\"");
    check(Keep::Nothing, "");
}

#[test]
fn what_is_everywhere_leaves_no_trace() {
    let mut service = Service::after(&["SET k v"]);
    service.catch_up();
    let before = service.set.clone();
    for _ in 0..100 {
        service.send(A, "SET k w");
        service.send(B, "SET k v");
        assert_eq!(service.send(A, "WAIT 1 5"), NOTHING);
        service.catch_up();
        assert!(service.set == before && hash(&service.set) == hash(&before));
    }
    service.send(A, "SET k v");
    assert!(service.set != before && hash(&service.set) != hash(&before));
    let neither_has_it = service.set.clone();
    service.replicate(0, 1);
    assert!(service.set != neither_has_it && hash(&service.set) != hash(&neither_has_it));
    service.set.disconnect(A);
    service.replicate(1, 1);
    assert_eq!(service.send(B, "WAIT 2 0"), ["2: (integer) 2"]);
}

#[test]
fn a_wait_that_is_answered_lets_what_stood_behind_it_run() {
    let mut service = Service::after(&["SET k v"]);
    assert_eq!(service.send(A, "WAIT 1 50"), NOTHING);
    assert_eq!(service.send(A, "GET k"), NOTHING);
    assert_eq!(service.set.next_deadline_ms(), Some(1_051));
    assert_eq!(service.replicate(1, 9), ["1: (integer) 1", "1: \"v\""]);
    assert_eq!(service.set.next_deadline_ms(), None);
    assert_eq!(service.send(A, "WAIT 2 50"), NOTHING);
    service.now_ms += 51;
    assert_eq!(service.replicate(0, 9), ["1: (integer) 1"]);
}

#[test]
fn those_who_watch_at_a_replica_see_what_arrives() {
    let mut service = Service::after(&["SET k v"]);
    service.catch_up();
    for (line, is_touched) in [("SET k w", true), ("SET l w", false), ("FLUSHALL", true)] {
        for there in ["WATCH k", "MULTI", "GET k"] {
            service.ask_replica(0, there);
        }
        service.send(A, line);
        service.catch_up();
        let refused = service.ask_replica(0, "EXEC") == ["1: (nil)"];
        assert_eq!(refused, is_touched, "{line}");
    }
}

#[test]
fn without_replicas_a_set_is_its_primary() {
    let mut set = ReplicaSet::new(State::default(), 0);
    let (host, mut output, a) = (ScriptHost::new(), Output::default(), set.connect());
    set.submit(&host, a, &[b"SET", b"k", b"v"], 0, &mut output);
    set.replicate(&host, 0, 1, 0, &mut output);
    let mut alone = State::default();
    alone.connect();
    alone.submit(&host, a, &[b"SET", b"k", b"v"], 0, &mut output);
    assert_eq!((set.primary(), set.lag(0)), (&alone, 0));
}
