//! Each operation against answers told in advance.

use lockstep_lock::{
    Acquire, AcquireError, Algorithm, Extend, Extended, Grant, Happened, Operation, Progress,
    Release, Released, RequestId, Retry, SCRIPTS, Token,
};
use lockstep_resp::{Blob, Reply};

/// What an operation is told next.
enum Told {
    Reply(Reply),
    Lost,
    DeadlineReached,
}
use Told::{DeadlineReached, Lost};

fn ok() -> Told {
    Told::Reply(Reply::OK)
}

fn nil() -> Told {
    Told::Reply(Reply::Nil)
}

fn int(n: i64) -> Told {
    Told::Reply(Reply::Integer(n))
}

fn error(text: &str) -> Told {
    Told::Reply(Reply::error(text))
}

const BEGAN_AT_MS: u64 = 1000;
const NOSCRIPT: &str = "NOSCRIPT No matching script. Please use EVAL.";

/// Runs an operation on what it is told, one second between any two things.
/// Answers the commands that it sent, scripts by their names, and its outcome.
fn run<O: Operation>(mut operation: O, told: Vec<Told>) -> (Vec<String>, Option<O::Outcome>) {
    let (mut sent, mut request, mut now_ms) = (Vec::new(), RequestId(0), BEGAN_AT_MS);
    let mut told = told.into_iter();
    let mut happened = Happened::Started;
    loop {
        match operation.resume(now_ms, happened) {
            Progress::Done(outcome) => return (sent, Some(outcome)),
            Progress::Wants(wants) => {
                for wanted in wants.send {
                    request = wanted.id;
                    sent.push(readable(&wanted.command.to_string()));
                }
            }
        }
        now_ms += 1000;
        happened = match told.next() {
            None => return (sent, None),
            Some(Told::Reply(reply)) => Happened::Replied { request, reply },
            Some(Lost) => Happened::Lost { request },
            Some(DeadlineReached) => Happened::DeadlineReached,
        };
    }
}

fn readable(command: &str) -> String {
    let quoted = |body: &str| format!("\"{}\"", body.replace('\n', "\\n"));
    SCRIPTS.iter().fold(command.to_owned(), |text, script| {
        text.replace(script.sha(), script.name).replace(&quoted(script.body), script.name)
    })
}

fn key() -> Blob {
    Blob::from(&b"lock:stock"[..])
}

fn grant() -> Grant {
    Grant { key: key(), token: Token::new("A-1"), valid_until_ms: 0 }
}

fn acquire(algorithm: Algorithm, ttl_ms: u64, retry: Retry) -> Acquire {
    Acquire::new(algorithm, key(), Token::new("A-1"), ttl_ms, retry)
}

#[test]
fn acquiring_sends_one_command_and_counts_validity_from_before_it() {
    let check = |algorithm, ttl_ms, command: &str, valid_until_ms| {
        let (sent, outcome) = run(acquire(algorithm, ttl_ms, Retry::Never), vec![ok()]);
        let granted = Grant { valid_until_ms, ..grant() };
        assert_eq!((sent, outcome), (vec![command.to_owned()], Some(Ok(granted))));
    };
    // 30,000 ms less 1 % and 2 ms, counted from when it was asked for.
    check(Algorithm::Token, 30_000, "SET lock:stock A-1 NX PX 30000", BEGAN_AT_MS + 29_698);
    check(Algorithm::Naive, 30_000, "SET lock:stock A-1 NX EX 30", BEGAN_AT_MS + 29_698);
    // `EX` knows whole seconds only, and Redis no time to live of nothing.
    check(Algorithm::Naive, 1, "SET lock:stock A-1 NX EX 1", BEGAN_AT_MS);
    check(Algorithm::Token, 0, "SET lock:stock A-1 NX PX 1", BEGAN_AT_MS);
}

#[test]
fn a_taken_lock_is_tried_again_as_the_policy_says() {
    let set = "SET lock:stock A-1 NX PX 30000".to_owned();
    let check = |retry, told, attempts: u32, granted: bool| {
        let (sent, outcome) = run(acquire(Algorithm::Token, 30_000, retry), told);
        assert_eq!(sent, vec![set.clone(); attempts as usize]);
        match outcome.expect("it is over") {
            Ok(grant) => {
                // Each attempt begins two seconds after the one before.
                let began_at_ms = BEGAN_AT_MS + 2000 * u64::from(attempts - 1);
                assert_eq!((granted, grant.valid_until_ms), (true, began_at_ms + 29_698));
            }
            Err(error) => {
                let taken = AcquireError::Taken { key: key(), attempts };
                assert_eq!((granted, error), (false, taken));
            }
        }
    };
    let every = Retry::Every { pause_ms: 10 };
    let twice = Retry::Backoff { first_ms: 10, cap_ms: 10, attempts: 2 };
    check(Retry::Never, vec![nil()], 1, false);
    check(every, vec![nil(), DeadlineReached, nil(), DeadlineReached, ok()], 3, true);
    check(twice, vec![nil(), DeadlineReached, nil()], 2, false);
}

#[test]
fn a_lost_answer_is_not_the_same_as_not_acquired() {
    let check = |algorithm, told, sent_after: &[&str]| {
        let (sent, outcome) = run(acquire(algorithm, 30_000, Retry::Never), told);
        assert_eq!(sent[1..], *sent_after);
        let error = AcquireError::Indeterminate { key: key(), ttl_ms: 30_000 };
        assert_eq!(outcome, Some(Err(error)));
    };
    let (by_sha, by_body) =
        ("EVALSHA release.lua 1 lock:stock A-1", "EVAL release.lua 1 lock:stock A-1");
    check(Algorithm::Token, vec![Lost, int(1)], &[by_sha]);
    check(Algorithm::Token, vec![Lost, Lost], &[by_sha]);
    check(Algorithm::Token, vec![Lost, error(NOSCRIPT), int(1)], &[by_sha, by_body]);
    // A `DEL` to clean up could remove another's lock.
    check(Algorithm::Naive, vec![Lost], &[]);
}

#[test]
fn an_error_of_the_server_is_told_and_not_tried_again() {
    let text = "WRONGTYPE no";
    let every = Retry::Every { pause_ms: 10 };
    let (sent, outcome) = run(acquire(Algorithm::Token, 30_000, every), vec![error(text)]);
    let refused = AcquireError::Refused { key: key(), text: Blob::from(text.as_bytes()) };
    assert_eq!((sent.len(), outcome), (1, Some(Err(refused))));
}

#[test]
fn a_queued_command_is_no_lock() {
    let queued = Told::Reply(Reply::simple("QUEUED"));
    let (_, outcome) = run(acquire(Algorithm::Token, 30_000, Retry::Never), vec![queued]);
    let refused = AcquireError::Refused { key: key(), text: Blob::from(&b"QUEUED"[..]) };
    assert_eq!(outcome, Some(Err(refused)));
}

#[test]
fn the_echo_of_an_earlier_attempt_changes_nothing() {
    let mut operation = acquire(Algorithm::Token, 30_000, Retry::Every { pause_ms: 1 });
    operation.resume(0, Happened::Started);
    let request = RequestId(1);
    operation.resume(5, Happened::Replied { request, reply: Reply::Nil });
    operation.resume(6, Happened::DeadlineReached);
    let before = operation.clone();
    let progress = operation.resume(7, Happened::Replied { request, reply: Reply::OK });
    assert!(matches!(progress, Progress::Wants(wants) if wants.send.is_empty()));
    assert_eq!(operation, before);
}

#[test]
fn releasing_says_whose_the_lock_was() {
    let check = |algorithm, told, outcome: Released| {
        assert_eq!(run(Release::new(algorithm, &grant()), told).1, Some(outcome));
    };
    let refused = |text: &str| Released::Refused { text: Blob::from(text.as_bytes()) };
    check(Algorithm::Token, vec![int(1)], Released::Released);
    check(Algorithm::Token, vec![int(0)], Released::NotOwner);
    check(Algorithm::Token, vec![int(-1)], Released::Expired);
    check(Algorithm::Token, vec![Lost], Released::Indeterminate);
    check(Algorithm::Token, vec![error("ERR no")], refused("ERR no"));
    check(Algorithm::Token, vec![error(NOSCRIPT), int(1)], Released::Released);
    check(Algorithm::Token, vec![error(NOSCRIPT), error(NOSCRIPT)], refused(NOSCRIPT));
    check(Algorithm::Token, vec![ok()], refused("OK"));
    check(Algorithm::Naive, vec![int(1)], Released::Released);
    check(Algorithm::Naive, vec![int(0)], Released::Expired);
}

#[test]
fn extending_counts_validity_from_before_the_command_that_counted() {
    let check = |algorithm, told, outcome: Extended| {
        assert_eq!(run(Extend::new(algorithm, &grant(), 10_000), told).1, Some(outcome));
    };
    let until = |valid_until_ms| Extended::Extended { valid_until_ms };
    check(Algorithm::Token, vec![int(1)], until(BEGAN_AT_MS + 9898));
    // The second command went out a second later.
    check(Algorithm::Token, vec![error(NOSCRIPT), int(1)], until(BEGAN_AT_MS + 1000 + 9898));
    check(Algorithm::Token, vec![int(0)], Extended::NotOwner);
    check(Algorithm::Token, vec![int(-1)], Extended::Expired);
    check(Algorithm::Token, vec![Lost], Extended::Indeterminate);
    check(Algorithm::Naive, vec![int(0)], Extended::Expired);
    let (sent, _) = run(Extend::new(Algorithm::Naive, &grant(), 10_000), vec![]);
    assert_eq!(sent, ["PEXPIRE lock:stock 10000"]);
}
