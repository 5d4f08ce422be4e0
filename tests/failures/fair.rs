//! The queue, and who dies in it.

use super::client::Client;
use super::one_node::script;
use super::stage::{Stage, once, stories};
use lockstep_lock::{Acquire, Algorithm, Grant, Lock, Release, Released, Retry, Token, Waiting};

stories! {
    waiters_get_it_in_the_order_of_their_first_attempt on 1,
    a_dead_waiter_costs_the_others_its_patience_once on 1,
    a_waiter_that_asks_is_never_passed_over on 1,
    a_late_waiter_keeps_its_place_until_another_takes_it on 1,
    the_queue_ends_when_everybody_has_crashed on 1,
    clocks_of_clients_that_differ_do_not_matter on 1,
    a_waiter_that_goes_away_passes_its_turn_on on 1,
    who_does_not_wait_takes_no_place on 1,
}

fn lock() -> Lock {
    Lock { patience_ms: 3_000, notifies: true, ..Lock::new(Algorithm::Fair, "lock:stock", 30_000) }
}

const POLLING: Waiting = Waiting::retry(Retry::Every { pause_ms: 500 });

/// A waiter that has asked once.
fn waits(stage: &mut Stage, token: &str) -> Client<Acquire> {
    waits_ahead(stage, token, 0)
}

fn waits_ahead(stage: &mut Stage, token: &str, ahead_ms: u64) -> Client<Acquire> {
    let acquire = Acquire::new(&lock(), Token::new(token), POLLING);
    let mut client = Client::start_ahead(stage, acquire, ahead_ms);
    client.run(stage);
    assert!(!client.is_done());
    client
}

/// Time passes for all of them until one has it: which, and its grant.
fn first(stage: &mut Stage, waiters: &mut Vec<Client<Acquire>>) -> (usize, Grant) {
    for _ in 0..10_000 {
        for (index, waiter) in waiters.iter_mut().enumerate() {
            waiter.tick(stage);
            if waiter.is_done() {
                let grant = waiters.remove(index).outcome().expect("granted");
                return (index, grant);
            }
        }
        stage.advance(50);
    }
    panic!("nobody gets it")
}

fn waiters_get_it_in_the_order_of_their_first_attempt(stage: &mut Stage) {
    let mut held = stage.take(&lock(), "A-1");
    let mut waiters = Vec::new();
    for token in ["C-1", "B-1", "D-1"] {
        waiters.push(waits(stage, token));
        stage.advance(1);
    }
    for token in ["C-1", "B-1", "D-1"] {
        assert_eq!(stage.release(&lock(), &held), Released::Released);
        assert!(stage.acquire(&lock(), "Z-1").is_err(), "nobody comes between");
        let (index, grant) = first(stage, &mut waiters);
        assert_eq!((index, &grant.token), (0, &Token::new(token)));
        held = grant;
    }
    assert_eq!(stage.cli("EXISTS {lock:stock}:queue {lock:stock}:waiters"), "(integer) 0");
    assert_eq!(stage.release(&lock(), &held), Released::Released);
}

fn a_dead_waiter_costs_the_others_its_patience_once(stage: &mut Stage) {
    // A queue whose places do not end waits for its dead for ever.
    for line in ["RPUSH places dead", "RPUSH places B"] {
        stage.cli(line);
    }
    stage.advance(365 * 86_400_000);
    assert_eq!(stage.cli("LINDEX places 0"), "\"dead\"");
    let held = stage.take(&lock(), "A-1");
    drop(waits(stage, "dead-1"));
    drop(waits(stage, "dead-2"));
    stage.advance(30);
    let mut waiters = vec![waits(stage, "B-1"), waits(stage, "C-1")];
    // C happens to ask before B each time.
    waiters.swap(0, 1);
    let died_ms = stage.now_ms;
    assert_eq!(stage.release(&lock(), &held), Released::Released);
    let (index, b) = first(stage, &mut waiters);
    assert_eq!(index, 1);
    let waited_ms = stage.now_ms - died_ms;
    assert!((2_970..3_500).contains(&waited_ms), "{waited_ms}");
    // Nobody waits for them again.
    assert_eq!(stage.release(&lock(), &b), Released::Released);
    let since_ms = stage.now_ms;
    let (_, c) = first(stage, &mut waiters);
    assert!(stage.now_ms - since_ms <= 550);
    assert_eq!(stage.release(&lock(), &c), Released::Released);
    assert_eq!(stage.cli("EXISTS {lock:stock}:queue {lock:stock}:waiters"), "(integer) 0");
}

fn a_late_waiter_keeps_its_place_until_another_takes_it(stage: &mut Stage) {
    let held = stage.take(&lock(), "A-1");
    let mut b = waits(stage, "B-1");
    stage.advance(1_500);
    let mut c = waits(stage, "C-1");
    stage.advance(1_700);
    // B's patience is over, but nobody has looked.
    b.tick(stage);
    assert_eq!(stage.release(&lock(), &held), Released::Released);
    c.tick(stage);
    assert!(!c.is_done());
    stage.advance(500);
    b.tick(stage);
    let grant = b.outcome().expect("its turn");
    assert_eq!(stage.release(&lock(), &grant), Released::Released);
}

/// B waits, a little later C too, and both ask so many times; who gets it?
fn after_asking(stage: &mut Stage, times: usize) -> usize {
    let held = stage.take(&lock(), "A-1");
    let mut waiters = vec![waits(stage, "B-1")];
    for asked in 0..times {
        if asked == 3 {
            waiters.push(waits(stage, "C-1"));
        }
        stage.advance(500);
        waiters.iter_mut().for_each(|waiter| waiter.tick(stage));
    }
    stage.advance(500);
    waiters[0].tick(stage);
    assert_eq!(stage.release(&lock(), &held), Released::Released);
    // C happens to ask first.
    waiters.swap(0, 1);
    let (index, grant) = first(stage, &mut waiters);
    assert_eq!(stage.release(&lock(), &grant), Released::Released);
    let (_, grant) = first(stage, &mut waiters);
    assert_eq!(stage.release(&lock(), &grant), Released::Released);
    index
}

fn a_waiter_that_asks_is_never_passed_over(stage: &mut Stage) {
    let refresh = "redis.call('ZADD', KEYS[3], now";
    stage.mutate(script("acquire_fair.lua"), refresh, "redis.call('ZADD', KEYS[3], 'NX', now");
    assert_eq!(after_asking(stage, 7), 0, "C, though B has asked all the time");
    stage.mend();
    assert_eq!(after_asking(stage, 50), 1, "B");
}

fn the_queue_ends_when_everybody_has_crashed(stage: &mut Stage) {
    let exist = "EXISTS {lock:stock}:queue {lock:stock}:waiters lock:stock";
    let ends = "redis.call('PEXPIREAT', KEYS[2], longest)";
    for ends_by_itself in [false, true] {
        if !ends_by_itself {
            stage.mutate(script("acquire_fair.lua"), ends, "");
        }
        stage.take(&lock(), "A-1");
        drop(waits(stage, "B-1"));
        stage.advance(1_000);
        drop(waits(stage, "C-1"));
        stage.advance(3_001);
        let queue = stage.cli("EXISTS {lock:stock}:queue");
        stage.advance(30_000);
        let left = stage.cli(exist);
        if ends_by_itself {
            assert_eq!((queue.as_str(), left.as_str()), ("(integer) 0", "(integer) 0"));
        } else {
            assert_eq!((queue.as_str(), left.as_str()), ("(integer) 1", "(integer) 1"));
            stage.cli("FLUSHALL");
            stage.mend();
        }
    }
}

fn clocks_of_clients_that_differ_do_not_matter(stage: &mut Stage) {
    // Places that end by the time of whoever asks end for a clock ahead.
    stage.cli("ZADD by_clients 3000 B");
    assert_eq!(stage.cli("ZREMRANGEBYSCORE by_clients -inf 3600000"), "(integer) 1");
    stage.cli("DEL by_clients");
    for (b_ahead_ms, c_ahead_ms) in [(0, 3_600_000), (3_600_000, 0)] {
        let held = stage.take(&lock(), "A-1");
        let mut waiters =
            vec![waits_ahead(stage, "B-1", b_ahead_ms), waits_ahead(stage, "C-1", c_ahead_ms)];
        stage.advance(500);
        waiters.iter_mut().for_each(|waiter| waiter.tick(stage));
        assert_eq!(stage.cli("ZCARD {lock:stock}:queue"), "(integer) 2");
        assert_eq!(stage.release(&lock(), &held), Released::Released);
        waiters.swap(0, 1);
        let (index, b) = first(stage, &mut waiters);
        assert_eq!(index, 1, "B came first");
        assert_eq!(stage.release(&lock(), &b), Released::Released);
        let (_, c) = first(stage, &mut waiters);
        assert_eq!(stage.release(&lock(), &c), Released::Released);
    }
}

fn a_waiter_that_goes_away_passes_its_turn_on(stage: &mut Stage) {
    let listening = Waiting { notified: true, ..Waiting::NONE };
    let held = stage.take(&lock(), "A-1");
    let [mut b, mut c] = ["B-1", "C-1"].map(|token| {
        let acquire = Acquire::new(&lock(), Token::new(token), listening);
        let mut client = Client::start(stage, acquire);
        client.run(stage);
        client.subscribe(stage);
        client
    });
    assert_eq!(stage.release(&lock(), &held), Released::Released);
    assert_eq!(c.hear(stage, "C-1"), 0, "it is not its turn");
    // B has its turn and goes away instead.
    let left = stage.run(Release::abandon(&lock(), &Token::new("B-1")));
    assert_eq!(left, Released::Expired);
    assert_eq!(c.hear(stage, "C-1"), 1);
    let grant = c.outcome().expect("its turn");
    // B, asking again, is a newcomer.
    assert_eq!(b.hear(stage, "B-1"), 1);
    assert!(!b.is_done());
    assert_eq!(stage.release(&lock(), &grant), Released::Released);
    assert_eq!(b.hear(stage, "B-1"), 1);
    let b = b.outcome().expect("its turn");
    assert_eq!(stage.release(&lock(), &b), Released::Released);
}

fn who_does_not_wait_takes_no_place(stage: &mut Stage) {
    let held = stage.take(&lock(), "A-1");
    for _ in 0..2 {
        let mut b = Client::start(stage, once(&lock(), "B-1"));
        assert!(b.deliver(stage));
        assert_eq!(stage.cli("EXISTS {lock:stock}:queue"), "(integer) 0");
        b.run(stage);
        assert!(b.outcome().is_err());
        assert_eq!(stage.cli("EXISTS {lock:stock}:queue {lock:stock}:waiters"), "(integer) 0");
    }
    // Not behind others either.
    let place = waits(stage, "C-1");
    let mut b = Client::start(stage, once(&lock(), "B-1"));
    assert!(b.deliver(stage));
    assert_eq!(stage.cli("ZRANGE {lock:stock}:queue 0 -1"), "1) \"C-1\"");
    drop(place);
    stage.advance(3_001);
    // Nor does who has waited long enough keep one.
    let waiting = Waiting { limit_ms: Some(1_200), ..POLLING };
    let mut b = Client::start(stage, Acquire::new(&lock(), Token::new("B-2"), waiting));
    b.wait_until_done(stage);
    assert!(b.outcome().is_err());
    assert_eq!(stage.cli("EXISTS {lock:stock}:queue {lock:stock}:waiters"), "(integer) 0");
    assert_eq!(stage.release(&lock(), &held), Released::Released);
}
