//! An operation whose moments are moved is the same as one at another time.

use crate::story::{grant, lock, token};
use lockstep_lock::{
    Acquire, Algorithm, Extend, Grant, Happened, Lock, Operation, Progress, Release, RequestId,
    Resume, Retry, Waiting, Watchdog,
};
use lockstep_resp::Reply;
use proptest::prelude::*;

/// How much later the second operation runs, and back by how much it is moved.
const LATER_MS: u64 = 1_000_000;

#[derive(Clone, Debug)]
struct Told {
    after_ms: u64,
    /// Which of the requests so far; the newest is 0.
    back: u32,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Answer(Reply),
    Lost,
    Told(Happened),
}

fn what() -> impl Strategy<Value = What> {
    let number = prop_oneof![-1..3i64, 1000..30_000i64];
    let pair = (0..2i64, number.clone())
        .prop_map(|(yes, n)| Reply::Array(vec![Reply::Integer(yes), Reply::Integer(n)]));
    let answer = prop_oneof![
        Just(Reply::OK),
        Just(Reply::Nil),
        Just(Reply::error("NOSCRIPT no")),
        Just(Reply::error("ERR no")),
        number.prop_map(Reply::Integer),
        pair,
    ];
    let told = prop_oneof![
        Just(Happened::DeadlineReached),
        Just(Happened::Listening),
        Just(Happened::Deaf),
        Just(Happened::Woken),
    ];
    prop_oneof![
        4 => answer.prop_map(What::Answer),
        1 => Just(What::Lost),
        3 => told.prop_map(What::Told),
    ]
}

fn told() -> impl Strategy<Value = Vec<Told>> {
    let one = (prop_oneof![0..50u64, 0..20_000u64], 0..4u32, what());
    let one = one.prop_map(|(after_ms, back, what)| Told { after_ms, back, what });
    prop::collection::vec(one, 0..24)
}

fn lock_of(algorithm: Algorithm, nodes: u16) -> Lock {
    let max_lease_ms = Some(45_000);
    Lock { nodes, max_lease_ms, fenced: true, notifies: true, ..lock(algorithm) }
}

/// Runs an operation now and the same later, telling both the same; whenever
/// the later one is moved back, the two are equal.
fn same_when_moved<O>(
    mut now: O,
    mut later: O,
    told: &[Told],
    moved: impl Fn(O::Outcome) -> O::Outcome,
) where
    O: Operation<Outcome: PartialEq + std::fmt::Debug> + std::fmt::Debug,
{
    let (mut now_ms, mut newest) = (1000, 0);
    let begin = std::iter::once(Happened::Started);
    let mut told = told.iter();
    let mut next = begin.into_iter().next();
    while let Some(happened) = next {
        let first = now.resume(now_ms, happened.clone());
        let second = later.resume(now_ms + LATER_MS, happened).map(&moved);
        let mut back = later.clone();
        back.shift(LATER_MS);
        assert_eq!(now, back);
        match (first, second) {
            (Progress::Done(first), second) => {
                return assert_eq!(Progress::Done(first), second);
            }
            (Progress::Wants(first), Progress::Wants(mut second)) => {
                let earlier = |at: Resume| Resume {
                    earliest_ms: at.earliest_ms - LATER_MS,
                    latest_ms: at.latest_ms - LATER_MS,
                };
                second.resume = second.resume.map(earlier);
                assert_eq!(first, second);
                newest = first.send.iter().map(|r| r.id.0).max().unwrap_or(newest);
            }
            (first, second) => panic!("{first:?} is not {second:?}"),
        }
        next = told.next().map(|told| {
            now_ms += told.after_ms;
            let request = RequestId(newest.saturating_sub(told.back));
            match told.what.clone() {
                What::Answer(reply) => Happened::Replied { request, reply },
                What::Lost => Happened::Lost { request },
                What::Told(happened) => happened,
            }
        });
    }
}

fn algorithm() -> impl Strategy<Value = Algorithm> {
    prop_oneof![
        Just(Algorithm::SetnxExpire),
        Just(Algorithm::Token),
        Just(Algorithm::Reentrant),
        Just(Algorithm::Fair),
        Just(Algorithm::RedLock),
        Just(Algorithm::Replicated),
    ]
}

proptest! {
    #[test]
    fn an_operation_moved_is_one_that_began_earlier(
        algorithm in algorithm(),
        nodes in 1..4u16,
        limit_ms in prop::option::of(0..60_000u64),
        told in told(),
    ) {
        let lock = lock_of(algorithm, nodes);
        let retry = Retry::Backoff { first_ms: 10, cap_ms: 500, attempts: 9 };
        let acquire = Acquire::new(&lock, token(), Waiting { limit_ms, retry, notified: true });
        let earlier = |granted: Result<Grant, _>| granted.map(|mut grant| {
            grant.shift(LATER_MS);
            grant
        });
        same_when_moved(acquire.clone(), acquire, &told, earlier);

        let held = Grant { lease_until_ms: Some(46_000), ..grant() };
        let mut held_later = held.clone();
        held_later.valid_until_ms += LATER_MS;
        held_later.lease_until_ms = Some(46_000 + LATER_MS);
        let (now, later) = (Extend::new(&lock, &held), Extend::new(&lock, &held_later));
        same_when_moved(now, later, &told, |extended| match extended {
            lockstep_lock::Extended::Extended { valid_until_ms } => {
                lockstep_lock::Extended::Extended { valid_until_ms: valid_until_ms - LATER_MS }
            }
            other => other,
        });
        let (now, later) = (Watchdog::new(&lock, &held), Watchdog::new(&lock, &held_later));
        same_when_moved(now, later, &told, |loss| loss);
        let (now, later) = (Release::new(&lock, &held), Release::new(&lock, &held_later));
        same_when_moved(now, later, &told, |released| released);
    }

    /// Moved beyond its origin, a moment that has passed stays passed: nobody
    /// gains validity by it.
    #[test]
    fn moving_never_lengthens_a_validity(waited_ms in 0..60_000u64) {
        let mut acquire = Acquire::new(&lock(Algorithm::Token), token(), Waiting::NONE);
        acquire.resume(0, Happened::Started);
        acquire.shift(waited_ms);
        let ok = Happened::Replied { request: RequestId(1), reply: Reply::OK };
        let left_ms = 29_698u64.saturating_sub(waited_ms);
        match acquire.resume(0, ok) {
            Progress::Done(Ok(grant)) => prop_assert_eq!(grant.valid_until_ms, left_ms),
            Progress::Done(Err(error)) => panic!("{error}"),
            Progress::Wants(_) => prop_assert_eq!(left_ms, 0),
        }
    }
}
