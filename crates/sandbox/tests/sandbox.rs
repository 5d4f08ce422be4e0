//! The sandbox by itself.

use lockstep_resp::Reply;
use lockstep_sandbox::{Fault, KeyEvent, Lost, Sandbox, ServerVersion};
use std::time::Duration;

#[test]
fn the_clock_moves_only_when_told() {
    let sandbox = Sandbox::new();
    let mut connection = sandbox.connect();
    let time = connection.call(["TIME"]);
    assert_eq!(time, connection.call(["TIME"]));
    assert_eq!(sandbox.now_ms(), Sandbox::STARTED_AT_MS);
    connection.call(["SET", "a", "1", "PX", "100"]);
    connection.call(["SET", "b", "1", "PX", "200"]);
    let names = |events: Vec<KeyEvent>| {
        let names = events.iter().map(|event| String::from_utf8_lossy(&event.key).into_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(sandbox.advance_to_next_event().map(names), Some(vec!["a".to_owned()]));
    assert_eq!(sandbox.now_ms(), Sandbox::STARTED_AT_MS + 101);
    assert_eq!(names(sandbox.set(Sandbox::STARTED_AT_MS + 201)), ["b"]);
    assert_eq!(sandbox.advance_to_next_event(), None);
}

#[test]
fn answers_that_come_later_are_received_later() {
    let sandbox = Sandbox::new();
    let (mut a, mut b) = (sandbox.connect(), sandbox.connect());
    a.send(["BLPOP", "queue", "10"]).expect("no fault");
    assert_eq!(a.receive(), None);
    sandbox.advance(Duration::from_millis(10_001));
    assert_eq!(a.receive(), Some(Reply::NilArray));
    a.send(["SUBSCRIBE", "news"]).expect("no fault");
    assert!(a.receive().is_some());
    assert_eq!(b.call(["PUBLISH", "news", "hello"]), Reply::Integer(1));
    let message = ["message", "news", "hello"].map(Reply::bulk);
    assert_eq!(a.receive(), Some(Reply::Array(message.to_vec())));
}

#[test]
fn another_thread_ends_a_wait() {
    let sandbox = Sandbox::new();
    let mut waiting = sandbox.connect();
    let thread = std::thread::spawn(move || waiting.call(["BLPOP", "queue", "0"]));
    let mut connection = sandbox.connect();
    while sandbox.log().is_empty() {
        std::thread::yield_now();
    }
    connection.call(["RPUSH", "queue", "x"]);
    let popped = Reply::Array(["queue", "x"].map(Reply::bulk).to_vec());
    assert_eq!(thread.join().expect("no panic"), popped);
}

#[test]
fn dump_and_log_say_what_there_is_and_what_was() {
    let sandbox = Sandbox::new();
    let mut connection = sandbox.connect();
    connection.call(["SET", "lock:stock", "A-1", "PX", "30000"]);
    connection.call(["SELECT", "1"]);
    connection.call(["RPUSH", "queue", "x", "y"]);
    sandbox.advance(Duration::from_secs(1));
    let expected = "lock:stock = \"A-1\" (29000 ms left)\n1/queue = [\"x\", \"y\"]\n";
    assert_eq!(sandbox.dump(), expected);
    let log: Vec<_> = sandbox.log().iter().map(ToString::to_string).collect();
    assert_eq!(log[0], "1> SET lock:stock A-1 PX 30000 -> OK");
    assert_eq!(log[2], "1> RPUSH queue x y -> (integer) 2");
}

#[test]
fn a_connection_that_has_quit_is_closed() {
    let mut connection = Sandbox::new().connect();
    assert_eq!(connection.call(["QUIT"]), Reply::OK);
    assert_eq!(connection.try_call(["PING"]), Err(Lost::Disconnected));
    assert!(!connection.is_open());
}

#[test]
fn a_newer_server_has_newer_commands() {
    let check = |version, command: [&str; 4], reply: Reply| {
        let mut connection = Sandbox::with_version(version).connect();
        connection.call(["SET", "lock:stock", "A-1"]);
        assert_eq!(connection.call(command), reply, "{version:?}");
    };
    let delex = ["DELEX", "lock:stock", "IFEQ", "A-1"];
    check(ServerVersion::Redis8_4, delex, Reply::Integer(1));
    let unknown = "ERR unknown command 'DELEX', with args beginning with: \
                   'lock:stock' 'IFEQ' 'A-1' ";
    check(ServerVersion::Redis7_0, delex, Reply::error(unknown));
}

#[test]
fn faults_meet_the_commands_that_they_are_meant_for() {
    let sandbox = Sandbox::new();
    let mut connection = sandbox.connect();
    let faults = connection.faults();
    faults.next(Fault::Error("LOADING Redis is loading".to_owned()));
    faults.on("get", Fault::DropRequest);
    assert_eq!(connection.call(["SET", "k", "v"]), Reply::error("LOADING Redis is loading"));
    assert_eq!(connection.call(["SET", "k", "v"]), Reply::OK);
    assert_eq!(connection.try_call(["GET", "k"]), Err(Lost::TimedOut));
    assert_eq!(connection.call(["GET", "k"]), Reply::bulk("v"));
    faults.next(Fault::Delay(Duration::from_secs(5)));
    connection.call(["PING"]);
    assert_eq!(sandbox.now_ms(), Sandbox::STARTED_AT_MS + 5000);
    faults.next(Fault::DropReply);
    faults.clear();
    assert_eq!(connection.try_call(["PING"]), Ok(Reply::simple("PONG")));
    faults.next(Fault::Disconnect);
    assert_eq!(connection.try_call(["PING"]), Err(Lost::Disconnected));
    assert!(!connection.is_open());
    assert_eq!(connection.try_call(["PING"]), Err(Lost::Disconnected));
}

#[test]
fn an_automatic_clock_follows_real_time() {
    let sandbox = Sandbox::new();
    sandbox.auto();
    let mut connection = sandbox.connect();
    connection.call(["SET", "k", "v", "PX", "5"]);
    assert_eq!(connection.call(["BLPOP", "queue", "0.02"]), Reply::NilArray);
    assert_eq!(connection.call(["EXISTS", "k"]), Reply::Integer(0));
    assert!(sandbox.now_ms() > Sandbox::STARTED_AT_MS + 20);
    let stopped = Sandbox::STARTED_AT_MS + 3_600_000;
    sandbox.set(stopped);
    assert_eq!(sandbox.now_ms(), stopped);
}

#[test]
fn an_automatic_clock_goes_on_after_a_delay() {
    let sandbox = Sandbox::new();
    sandbox.auto();
    let mut connection = sandbox.connect();
    connection.faults().next(Fault::Delay(Duration::from_secs(5)));
    assert_eq!(connection.call(["BLPOP", "queue", "0.02"]), Reply::NilArray);
    assert!(sandbox.now_ms() > Sandbox::STARTED_AT_MS + 5020);
}

#[test]
fn an_answer_is_told_from_what_arrived_before_it() {
    let sandbox = Sandbox::new();
    let (mut a, mut b) = (sandbox.connect(), sandbox.connect());
    a.call(["HELLO", "3"]);
    a.call(["SUBSCRIBE", "news"]);
    b.call(["PUBLISH", "news", "one"]);
    assert_eq!(a.call(["PUBLISH", "news", "two"]), Reply::Integer(1));
    assert_eq!(a.call(["GET", "k"]), Reply::Nil);
    for text in ["one", "two"] {
        let message = Reply::Push(["message", "news", text].map(Reply::bulk).to_vec());
        assert_eq!(a.receive(), Some(message));
    }
    let own = sandbox.log().into_iter().find(|entry| entry.command.to_string().ends_with("two"));
    assert_eq!(own.and_then(|entry| entry.reply), Some(Reply::Integer(1)));
}

#[test]
fn a_lost_answer_is_the_one_that_was_to_be_lost() {
    let check = |protocol: &str, lost: &[&str], next: Reply| {
        let mut connection = Sandbox::new().connect();
        connection.call(["HELLO", protocol]);
        connection.send(["GET", "k"]).expect("no fault");
        connection.faults().next(Fault::DropReply);
        assert_eq!(connection.try_call(lost), Err(Lost::TimedOut), "{lost:?}");
        assert_eq!(connection.call(["STRLEN", "k"]), next, "{lost:?}");
        assert_eq!(connection.receive(), Some(Reply::Nil), "{lost:?}");
        assert_eq!(connection.receive(), None, "{lost:?}");
    };
    check("2", &["SET", "k", "v"], Reply::Integer(1));
    check("3", &["SUBSCRIBE", "news"], Reply::Integer(0));
}

#[test]
fn a_clock_may_come_to_its_ends() {
    let sandbox = Sandbox::new();
    let mut connection = sandbox.connect();
    connection.call(["SET", "k", "v", "PXAT", "9223372036854775807"]);
    // Nothing comes after that moment.
    assert_eq!(sandbox.advance_to_next_event(), None);
    assert_eq!(sandbox.advance(Duration::MAX), []);
    connection.send(["BLPOP", "queue", "1"]).expect("no fault");
    assert_eq!(sandbox.advance_to_next_event(), None);
    assert_eq!(sandbox.dump(), "k = \"v\" (0 ms left)\n");
    sandbox.set(i64::MIN);
    assert_eq!(sandbox.dump(), "k = \"v\" (9223372036854775807 ms left)\n");
}
