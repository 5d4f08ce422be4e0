//! Whose lock it is, on one node.

use super::client::Client;
use super::stage::Stage;
use super::stage::{is_taken, once, stories};
use lockstep_lock::{
    AcquireError, Algorithm, Extended, Lock, Release, Released, SCRIPTS, Script, Token,
};

stories! {
    a_del_that_does_not_ask_whose_it_is_frees_anothers_lock on 1,
    a_crash_between_setnx_and_expire_leaves_a_lock_without_an_end on 1,
    a_token_that_two_threads_share_frees_the_others_lock on 1,
    a_token_that_is_forgotten_while_the_network_fails_leaves_the_lock_taken on 1,
    releasing_an_expired_lock_is_not_tried_for_ever on 1,
    an_extension_that_sets_what_is_missing_brings_back_an_expired_lock on 1,
    an_answer_that_is_lost_is_not_a_lock_that_is_taken on 1,
    a_lock_lives_as_long_as_it_says on 1,
    each_fencing_number_is_larger on 1,
}

pub(crate) fn script(name: &str) -> &'static Script {
    SCRIPTS.iter().find(|script| script.name == name).expect("a script")
}

fn lock(algorithm: Algorithm) -> Lock {
    Lock::new(algorithm, "lock:stock", 30_000)
}

fn a_del_that_does_not_ask_whose_it_is_frees_anothers_lock(stage: &mut Stage) {
    for (algorithm, released, b_has_it) in [
        (Algorithm::Naive, Released::Released, false),
        (Algorithm::Token, Released::NotOwner, true),
        (Algorithm::Fair, Released::NotOwner, true),
    ] {
        let late = stage.take(&lock(algorithm), "A-1");
        stage.advance(30_001);
        let b = stage.take(&lock(algorithm), "B-1");
        assert_eq!(stage.release(&lock(algorithm), &late), released);
        assert_eq!(stage.is_taken(&lock(algorithm)), b_has_it, "{algorithm:?}");
        if b_has_it {
            assert_eq!(stage.release(&lock(algorithm), &b), Released::Released);
        }
        assert!(!stage.is_taken(&lock(algorithm)));
        assert_eq!(stage.release(&lock(algorithm), &b), Released::Expired);
    }
}

fn a_crash_between_setnx_and_expire_leaves_a_lock_without_an_end(stage: &mut Stage) {
    let mut a = Client::start(stage, once(&lock(Algorithm::SetnxExpire), "A-1"));
    assert!(a.deliver(stage));
    drop(a);
    stage.advance(365 * 86_400_000);
    assert!(is_taken(&stage.acquire(&lock(Algorithm::SetnxExpire), "B-1")));
    assert_eq!(stage.cli("PTTL lock:stock"), "(integer) -1");
    assert_eq!(stage.cli("DEL lock:stock"), "(integer) 1");
    for algorithm in [Algorithm::Token, Algorithm::Reentrant, Algorithm::Fair] {
        for fenced in [false, true] {
            let lock = Lock { fenced, ..lock(algorithm) };
            let mut a = Client::start(stage, once(&lock, "A-1"));
            a.run(stage);
            drop(a);
            stage.advance(30_000);
            assert!(stage.acquire(&lock, "B-1").is_err());
            stage.advance(1);
            let grant = stage.take(&lock, "B-1");
            assert_eq!(stage.release(&lock, &grant), Released::Released);
        }
    }
}

fn a_token_that_two_threads_share_frees_the_others_lock(stage: &mut Stage) {
    let token = lock(Algorithm::Token);
    let first = stage.take(&token, "process");
    stage.advance(30_001);
    stage.take(&token, "process");
    assert_eq!(stage.release(&token, &first), Released::Released);
    assert!(!stage.is_taken(&token), "the second thread's lock is gone");
    // A token for each acquisition.
    let first = stage.take(&token, "process-1");
    stage.advance(30_001);
    let second = stage.take(&token, "process-2");
    assert_eq!(stage.release(&token, &first), Released::NotOwner);
    assert_eq!(stage.release(&token, &second), Released::Released);
    // Where an owner is shared on purpose, each hold has a name of its own.
    let owned = Lock { owner: Some(Token::new("process")), ..lock(Algorithm::Reentrant) };
    let first = stage.take(&owned, "hold-1");
    stage.advance(30_001);
    let second = stage.take(&owned, "hold-2");
    assert_eq!(stage.extend(&owned, &first), Extended::Expired);
    assert_eq!(stage.release(&owned, &first), Released::Expired);
    assert_eq!(stage.release(&owned, &second), Released::Released);
}

fn a_token_that_is_forgotten_while_the_network_fails_leaves_the_lock_taken(stage: &mut Stage) {
    let lock = lock(Algorithm::Token);
    // Forgotten before the answer came, it cannot be sent again.
    let grant = stage.take(&lock, "A-1");
    let mut release = Client::start(stage, Release::new(&lock, &grant));
    release.lose_request(stage);
    assert_eq!(release.outcome(), Released::Indeterminate);
    drop(grant);
    stage.advance(29_000);
    assert!(is_taken(&stage.acquire(&lock, "B-1")));
    stage.advance(1_001);
    // The grant stays with the caller: the second try finds the lock.
    let grant = stage.take(&lock, "B-1");
    let mut release = Client::start(stage, Release::new(&lock, &grant));
    release.lose_request(stage);
    assert_eq!(release.outcome(), Released::Indeterminate);
    assert_eq!(stage.release(&lock, &grant), Released::Released);
    // And if only the answer was lost, it harms nobody who came after.
    let grant = stage.take(&lock, "C-1");
    let mut release = Client::start(stage, Release::new(&lock, &grant));
    release.lose_reply(stage);
    let next = stage.take(&lock, "D-1");
    assert_eq!(stage.release(&lock, &grant), Released::NotOwner);
    assert_eq!(stage.release(&lock, &next), Released::Released);
}

fn releasing_an_expired_lock_is_not_tried_for_ever(stage: &mut Stage) {
    let lock = lock(Algorithm::Token);
    let grant = stage.take(&lock, "A-1");
    stage.advance(30_001);
    // A no is a vote against, so it is asked again: to no end.
    let body = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) \
                else return 0 end";
    let asked = format!("EVAL \"{body}\" 1 lock:stock A-1");
    assert!((0..1000).all(|_| stage.cli(&asked) == "(integer) 0"));
    let mut release = Client::start(stage, Release::new(&lock, &grant));
    release.run(stage);
    assert!(release.sent <= 2, "once, and with the script's body");
    assert_eq!(release.outcome(), Released::Expired);
}

fn an_extension_that_sets_what_is_missing_brings_back_an_expired_lock(stage: &mut Stage) {
    let lock = lock(Algorithm::Token);
    let late = stage.take(&lock, "A-1");
    stage.advance(30_001);
    let b = stage.take(&lock, "B-1");
    assert_eq!(stage.extend(&lock, &late), Extended::NotOwner);
    assert_eq!(stage.release(&lock, &b), Released::Released);
    assert_eq!(stage.extend(&lock, &late), Extended::Expired);
    assert!(!stage.is_taken(&lock));
    stage.mutate(
        script("extend.lua"),
        "return owner and 0 or -1",
        "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1",
    );
    assert!(matches!(stage.extend(&lock, &late), Extended::Extended { .. }));
    assert!(stage.is_taken(&lock), "as if B had never been");
    stage.mend();
}

fn an_answer_that_is_lost_is_not_a_lock_that_is_taken(stage: &mut Stage) {
    let lock = lock(Algorithm::Token);
    let indeterminate = |outcome| matches!(outcome, Err(AcquireError::Indeterminate { .. }));
    // Whoever goes home as if it were taken leaves it taken.
    let sent = stage.cli("SET lock:stock A-1 NX PX 30000");
    assert_eq!((sent.as_str(), stage.is_taken(&lock)), ("OK", true));
    assert_eq!(stage.cli("DEL lock:stock"), "(integer) 1");
    let mut a = Client::start(stage, once(&lock, "A-1"));
    a.lose_reply(stage);
    a.run(stage);
    assert!(indeterminate(a.outcome()));
    assert!(!stage.is_taken(&lock), "it was given back");
    let grant = stage.take(&lock, "A-2");
    // The clean-up compares, so it cannot harm another.
    let mut b = Client::start(stage, once(&lock, "B-1"));
    b.lose_request(stage);
    b.run(stage);
    assert!(indeterminate(b.outcome()));
    assert!(stage.is_taken(&lock));
    stage.down(0);
    assert!(indeterminate(stage.acquire(&lock, "C-1")));
    assert_eq!(stage.extend(&lock, &grant), Extended::Indeterminate);
    assert_eq!(stage.release(&lock, &grant), Released::Indeterminate);
    stage.up(0);
    assert_eq!(stage.release(&lock, &grant), Released::Released);
}

fn a_lock_lives_as_long_as_it_says(stage: &mut Stage) {
    for algorithm in [Algorithm::Token, Algorithm::Reentrant, Algorithm::Fair] {
        let lock = Lock { fenced: true, ..lock(algorithm) };
        let grant = stage.take(&lock, "A-1");
        assert_eq!(stage.cli("PTTL lock:stock"), "(integer) 30000");
        stage.advance(20_000);
        let until = Extended::Extended { valid_until_ms: stage.now_ms + 29_698 };
        assert_eq!(stage.extend(&lock, &grant), until);
        assert_eq!(stage.cli("PTTL lock:stock"), "(integer) 30000");
        stage.advance(30_001);
        assert_eq!(stage.extend(&lock, &grant), Extended::Expired);
        let other = Lock { owner: None, ..lock.clone() };
        let b = stage.take(&other, "B-1");
        assert_eq!(stage.extend(&lock, &grant), Extended::NotOwner);
        assert_eq!(stage.release(&lock, &grant), Released::NotOwner);
        assert_eq!(stage.release(&other, &b), Released::Released);
    }
}

fn each_fencing_number_is_larger(stage: &mut Stage) {
    let mut last = 0;
    for (algorithm, token) in [Algorithm::Token, Algorithm::Fair, Algorithm::Reentrant]
        .into_iter()
        .cycle()
        .zip(["A-1", "B-1", "C-1", "D-1", "E-1", "F-1"])
    {
        let lock = Lock { fenced: true, ..lock(algorithm) };
        let grant = stage.take(&lock, token);
        let number = grant.fencing_token.expect("a number");
        assert_eq!(number, last + 1);
        last = number;
        stage.release(&lock, &grant);
        stage.advance(1);
    }
}
