//! The real Redis that the tests compare with: its clock and its end.

use lockstep_resp::{Command, Reply};
use lockstep_tests::{RedisBackend, RedisServer, VirtualClock};
use lockstep_transcript::{Backend as _, START_MS};
use std::time::Duration;

fn on_a_virtual_clock() -> RedisServer {
    let clock = VirtualClock::new(START_MS).expect("a clock");
    RedisServer::start(clock).expect("a server")
}

#[test]
fn time_stands_still_until_the_clock_is_moved() {
    let mut server = on_a_virtual_clock();
    let mut connection = server.connect().unwrap();
    let mut check = |server: &mut RedisServer, by_ms: i64, line: &str, reply: &str| {
        server.advance(by_ms).unwrap();
        assert_eq!(connection.type_in(line).unwrap().to_string(), reply, "{line}");
    };
    check(&mut server, 0, "SET k v PX 30000", "OK");
    check(&mut server, 0, "TIME", "1) \"1700000000\"\n2) \"0\"");
    check(&mut server, 29_999, "PTTL k", "(integer) 1");
    check(&mut server, 1, "PTTL k", "(integer) 0");
    check(&mut server, 0, "EXISTS k", "(integer) 1");
    check(&mut server, 1, "EXISTS k", "(integer) 0");
    check(&mut server, 0, "TIME", "1) \"1700000030\"\n2) \"1000\"");
}

#[test]
fn a_blocked_command_gives_up_by_the_virtual_clock() {
    let mut redis = RedisBackend::start().unwrap();
    let blpop = Command::new(["BLPOP", "queue", "5"]);
    assert_eq!(redis.call("A", &blpop).unwrap(), None);
    redis.advance(5_000).unwrap();
    assert_eq!(redis.receive("A").unwrap(), None);
    redis.advance(1).unwrap();
    assert_eq!(redis.receive("A").unwrap(), Some(Reply::NilArray));
    assert_eq!(redis.call("A", &blpop).unwrap(), None);
    let push = Command::new(["RPUSH", "queue", "x"]);
    assert_eq!(redis.call("B", &push).unwrap(), Some(Reply::Integer(1)));
    let popped = Reply::Array(vec![Reply::bulk("queue"), Reply::bulk("x")]);
    assert_eq!(redis.receive("A").unwrap(), Some(popped));
}

#[test]
fn resp3_is_read_after_hello_3() {
    let server = on_a_virtual_clock();
    let mut connection = server.connect().unwrap();
    assert!(matches!(connection.type_in("HELLO 3").unwrap(), Reply::Map(_)));
    let mut check = |line: &str, reply: Reply| {
        assert_eq!(connection.type_in(line).unwrap(), reply, "{line}");
    };
    check("GET nothing", Reply::Nil);
    check("SADD s a", Reply::Integer(1));
    check("SMEMBERS s", Reply::Set(vec![Reply::bulk("a")]));
    check("ZADD z 1.5 a", Reply::Integer(1));
    check("ZSCORE z a", Reply::Double(b"1.5"[..].into()));
    let list = connection.type_in("CLIENT LIST").unwrap();
    assert!(matches!(list, Reply::Verbatim([b't', b'x', b't'], _)), "{list}");
}

#[test]
fn a_server_in_real_time_expires_keys_by_itself() {
    let server = RedisServer::start_real_time().unwrap();
    let mut connection = server.connect().unwrap();
    assert_eq!(connection.type_in("SET k v PX 1").unwrap(), Reply::OK);
    assert_eq!(connection.receive(Duration::from_millis(20)).unwrap(), None);
    assert_eq!(connection.type_in("GET k").unwrap(), Reply::Nil);
}

#[test]
fn a_dropped_server_has_ended() {
    let server = on_a_virtual_clock();
    let address = server.address();
    let mut connection = server.connect().unwrap();
    drop(server);
    assert!(connection.type_in("PING").is_err());
    assert!(std::net::TcpStream::connect(address).is_err());
}
