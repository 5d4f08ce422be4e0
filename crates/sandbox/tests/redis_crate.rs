//! Code written for the `redis` crate, on the sandbox.

use lockstep_sandbox::{Fault, Sandbox};
use redis::{Commands, ErrorKind, RedisError, RedisResult, Script, ServerErrorKind, Value, pipe};
use std::time::Duration;

#[test]
fn commands_pipelines_and_transactions_run_unchanged() {
    let sandbox = Sandbox::new();
    let mut connection = sandbox.connect();
    let set: Value = connection.set_ex("greeting", "hello", 10).expect("an answer");
    assert_eq!(set, Value::Okay);
    let (greeting, nothing): (String, Option<String>) =
        pipe().get("greeting").get("nothing").query(&mut connection).expect("answers");
    assert_eq!((greeting.as_str(), nothing), ("hello", None));
    let (sum, ttl): (i64, i64) =
        pipe().atomic().incr("n", 5).ttl("greeting").query(&mut connection).expect("answers");
    assert_eq!((sum, ttl), (5, 10));
    let aborted: RedisResult<()> =
        pipe().atomic().incr("n", 5).cmd("NONSENSE").query(&mut connection);
    let aborted = aborted.expect_err("EXEC refuses");
    assert_eq!(aborted.kind(), ErrorKind::Server(ServerErrorKind::ExecAbort));
    assert_eq!(connection.get::<_, i64>("n").expect("an answer"), 5);
    let wrong: RedisResult<i64> = connection.incr("greeting", 1);
    assert_eq!(wrong.expect_err("no number").code(), Some("ERR"));
}

#[test]
fn a_script_is_loaded_when_the_server_does_not_know_it() {
    let mut connection = Sandbox::new().connect();
    let add = Script::new("return redis.call('INCRBY', KEYS[1], ARGV[1])");
    for sum in [7, 14] {
        let answer: i64 = add.key("n").arg(7).invoke(&mut connection).expect("an answer");
        assert_eq!(answer, sum);
    }
}

#[test]
fn the_selected_database_is_the_one_that_the_crate_asks_for() {
    let mut connection = Sandbox::new().connect();
    redis::cmd("SELECT").arg(3).exec(&mut connection).expect("an answer");
    assert_eq!(redis::ConnectionLike::get_db(&connection), 3);
}

#[test]
fn a_fault_is_what_a_socket_would_have_shown() {
    let check = |fault: Fault, kind: ErrorKind, timed_out: bool, applied: bool| {
        let sandbox = Sandbox::new();
        let mut connection = sandbox.connect();
        connection.faults().on("INCRBY", fault.clone());
        redis::cmd("PING").exec(&mut connection).expect("not meant for PING");
        let error = connection.incr::<_, _, i64>("n", 1).expect_err("a fault");
        assert_eq!((error.kind(), error.is_timeout()), (kind, timed_out), "{fault:?}");
        let n: Option<i64> = sandbox.connect().get("n").expect("an answer");
        assert_eq!(n.is_some(), applied, "{fault:?}");
    };
    check(Fault::DropRequest, ErrorKind::Io, true, false);
    check(Fault::DropReply, ErrorKind::Io, true, true);
    check(Fault::Disconnect, ErrorKind::Io, false, false);
    let text = "READONLY You can't write against a read only replica.".to_owned();
    check(Fault::Error(text), ErrorKind::Server(ServerErrorKind::ReadOnly), false, false);
}

/// Runs a transaction of two commands that meets a fault, and answers what came of
/// it and what stands in the server afterwards.
fn faulty_transaction(command: &str, fault: Fault) -> (RedisError, [Option<i64>; 2]) {
    let sandbox = Sandbox::new();
    let mut connection = sandbox.connect();
    connection.faults().on(command, fault);
    let outcome = pipe().atomic().incr("a", 1).set("b", 2).query::<(i64, Value)>(&mut connection);
    // The connection, where it is not broken, is in no transaction any more.
    if connection.is_open() {
        redis::cmd("PING").exec(&mut connection).expect("an answer");
        assert!(redis::cmd("DISCARD").exec(&mut connection).is_err());
    }
    let values = sandbox.connect().mget(&["a", "b"]).expect("an answer");
    (outcome.expect_err("a fault"), values)
}

#[test]
fn a_fault_within_a_transaction_leaves_it_whole() {
    let check = |fault: Fault, kind: ErrorKind, applied: bool| {
        for command in ["MULTI", "INCRBY", "SET", "EXEC"] {
            let (error, values) = faulty_transaction(command, fault.clone());
            let expected = if applied { [Some(1), Some(2)] } else { [None, None] };
            assert_eq!((error.kind(), values), (kind, expected), "{command} met {fault:?}");
        }
    };
    check(Fault::DropRequest, ErrorKind::Io, false);
    check(Fault::DropReply, ErrorKind::Io, true);
    check(Fault::Disconnect, ErrorKind::Io, false);
}

#[test]
fn a_command_refused_within_a_transaction_makes_exec_refuse() {
    let aborted = ErrorKind::Server(ServerErrorKind::ExecAbort);
    // The crate expects no other error from `EXEC` than that.
    let cases = [("INCRBY", aborted), ("SET", aborted), ("EXEC", ErrorKind::UnexpectedReturnType)];
    for (command, kind) in cases {
        let refused = Fault::Error("OOM command not allowed".to_owned());
        let (error, values) = faulty_transaction(command, refused);
        assert_eq!((error.kind(), values), (kind, [None, None]), "{command}: {error}");
    }
}

#[test]
fn a_pipeline_meets_a_fault_as_a_whole() {
    let check = |fault: Fault, applied: [Option<i64>; 2]| {
        let sandbox = Sandbox::new();
        let mut connection = sandbox.connect();
        connection.faults().on("SET", fault.clone());
        let outcome: RedisResult<()> = pipe().incr("a", 1).set("b", 2).query(&mut connection);
        assert!(outcome.is_err(), "{fault:?}");
        let values: [Option<i64>; 2] = sandbox.connect().mget(&["a", "b"]).expect("an answer");
        assert_eq!(values, applied, "{fault:?}");
    };
    check(Fault::DropRequest, [None, None]);
    check(Fault::DropReply, [Some(1), Some(2)]);
    check(Fault::Disconnect, [None, None]);
    check(Fault::Error("OOM command not allowed".to_owned()), [Some(1), None]);
}

#[test]
fn a_transaction_is_tried_again_when_another_writes_between() {
    let sandbox = Sandbox::new();
    let (mut connection, mut other) = (sandbox.connect(), sandbox.connect());
    let mut tries = 0;
    let (sum,): (i64,) = redis::transaction(&mut connection, &["n"], |connection, pipe| {
        let n: Option<i64> = connection.get("n")?;
        tries += 1;
        if tries == 1 {
            other.set::<_, _, ()>("n", 5)?;
        }
        pipe.set("n", n.unwrap_or(0) + 1).ignore().get("n").query(connection)
    })
    .expect("an answer");
    assert_eq!((sum, tries), (6, 2));
}

#[test]
fn a_lost_answer_is_not_taken_for_the_next_one() {
    let mut connection = Sandbox::new().connect();
    connection.faults().next(Fault::DropReply);
    assert!(connection.set::<_, _, ()>("k", "v").is_err());
    assert_eq!(connection.get::<_, String>("k").expect("an answer"), "v");
}

fn in_tasks(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let tasks = tokio::task::LocalSet::new();
    runtime.block_on(tasks.run_until(test));
}

#[test]
fn a_task_that_waits_ends_when_the_clock_is_moved_or_the_key_is_written() {
    in_tasks(async {
        let sandbox = Sandbox::new();
        let wait = |seconds: u32| {
            let mut connection = sandbox.connect();
            tokio::task::spawn_local(async move {
                let mut blpop = redis::cmd("BLPOP");
                blpop.arg("queue").arg(seconds).query_async(&mut connection).await
            })
        };
        let (first, second): (tokio::task::JoinHandle<RedisResult<Option<[String; 2]>>>, _) =
            (wait(10), wait(20));
        let second: tokio::task::JoinHandle<RedisResult<Option<[String; 2]>>> = second;
        tokio::task::yield_now().await;
        sandbox.advance(Duration::from_millis(10_000));
        tokio::task::yield_now().await;
        assert!(!first.is_finished());
        sandbox.advance(Duration::from_millis(1));
        assert_eq!(first.await.expect("no panic").expect("an answer"), None);
        let mut other = sandbox.connect();
        let pushed: i64 = redis::cmd("RPUSH")
            .arg(&["queue", "x"])
            .query_async(&mut other)
            .await
            .expect("an answer");
        assert_eq!(pushed, 1);
        let popped = second.await.expect("no panic").expect("an answer");
        assert_eq!(popped, Some(["queue".to_owned(), "x".to_owned()]));
    });
}

#[test]
fn a_task_that_is_given_up_leaves_no_answer_behind() {
    in_tasks(async {
        let sandbox = Sandbox::new();
        let mut connection = sandbox.connect();
        {
            let mut blpop = redis::cmd("BLPOP");
            blpop.arg("queue").arg(10);
            let waiting = blpop.query_async::<Value>(&mut connection);
            let mut waiting = std::pin::pin!(waiting);
            let polled = std::future::poll_fn(|context| {
                std::task::Poll::Ready(waiting.as_mut().poll(context).is_pending())
            });
            assert!(polled.await, "nothing to pop yet");
        }
        sandbox.advance(Duration::from_secs(11));
        let pong: String =
            redis::cmd("PING").query_async(&mut connection).await.expect("an answer");
        assert_eq!(pong, "PONG");
        let (a, b): (i64, i64) =
            pipe().atomic().incr("n", 1).incr("n", 1).query_async(&mut connection).await.unwrap();
        assert_eq!((a, b), (1, 2));
    });
}
