//! The explorer and the naive one say the same.

use crate::naive::{Bounds, Cost, Naive};
use crate::random::{Small, small};
use crate::state::{State, is_at_rest};
use crate::{Asked, shows};
use lockstep_scenario::{Answer, Choice, ClientIndex, Found, LockIndex, Property, Violation};
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use std::collections::BTreeSet;

/// How many scenarios are compared; `LOCKSTEP_TRUST_CASES` asks for more.
const CASES: u32 = 40;
/// How far the naive one goes.
const BOUNDS: Bounds = Bounds { depth: 22, states: 1500 };
/// The explorer is stopped after so many states.
const STATES: usize = 60_000;

/// How much was compared, over all cases.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Compared {
    pub(crate) complete: u32,
    pub(crate) broken: u32,
    held: u32,
    dead_ends: u32,
}

struct Comparison<'a> {
    asked: &'a Asked,
    naive: &'a Naive,
    compared: Compared,
}

fn cost(found: &Found) -> Cost {
    (found.faults.total(), found.schedule.choices.len())
}

pub(crate) fn compare(small: &Small) -> Result<Compared, String> {
    let asked = Asked::new(&small.scenario, small.faults, STATES);
    let naive = Naive::explore(&asked.cast, &asked.host, small.faults, BOUNDS);
    let mut comparison = Comparison { asked: &asked, naive: &naive, compared: Compared::default() };
    for (property, answer) in &asked.verdict.answers {
        comparison
            .property(*property, answer)
            .map_err(|problem| format!("{property}: {problem}"))?;
    }
    comparison.acquired()?;
    comparison.compared.complete += u32::from(naive.is_complete());
    Ok(comparison.compared)
}

impl Comparison<'_> {
    /// Whether the naive one would have found what costs so much.
    fn is_in_reach(&self, cost: Cost) -> bool {
        self.naive.until.is_none_or(|until| cost <= until) && cost.1 <= BOUNDS.depth
    }

    fn property(&mut self, property: Property, answer: &Answer) -> Result<(), String> {
        let naive = self.naive.broken.get(&property).copied();
        match (answer, naive) {
            (Answer::Broken(found), _) => {
                self.plays(found)?;
                let dead_end = property == Property::CanBeTakenAgain;
                let known = !dead_end || self.naive.is_complete();
                let reached = known && self.is_in_reach(cost(found));
                // Many faults and few steps may be in reach, few faults and
                // many steps are better and may not be.
                if reached && naive != Some(cost(found)) || naive.is_some_and(|n| n < cost(found)) {
                    let schedule = found.schedule.display(&self.asked.cast);
                    return Err(format!("{:?} by {schedule}, naive {naive:?}", cost(found)));
                }
                self.compared.broken += u32::from(reached);
                let seen = dead_end || self.naive.violations.contains(&found.violation);
                if reached && !seen {
                    return Err(format!("the naive one never sees {:?}", found.violation));
                }
            }
            (Answer::Holds, Some(naive)) => return Err(format!("holds, naive {naive:?}")),
            (Answer::Holds, None) => self.compared.held += u32::from(self.naive.is_complete()),
            // Not looked at to its end: nothing is claimed.
            (Answer::Open, _) => {}
        }
        Ok(())
    }

    /// What was found plays, costs what it says, and violates at its end.
    fn plays(&mut self, found: &Found) -> Result<(), String> {
        let (cast, host) = (&self.asked.cast, &self.asked.host);
        let mut state = State::new(cast, host, self.asked.verdict.faults);
        for choice in &found.schedule.choices {
            self.faults_are_offered(&state).map_err(|problem| {
                format!("before {choice:?} of {}: {problem}", found.schedule.display(cast))
            })?;
            let options = state.options(cast, host);
            let option = options.iter().find(|(option, _)| option == choice);
            let (_, left) = option.ok_or_else(|| format!("{choice:?} is not possible"))?;
            (state, _) = state.take(cast, host, *choice, *left);
        }
        let spent = self.asked.verdict.faults.total() - state.left.total();
        if spent != found.faults.total() {
            return Err(format!("{} said, {spent} spent", found.faults.in_words()));
        }
        if let Violation::NeverFree { lock } = &found.violation {
            self.compared.dead_ends += 1;
            return self.stays_taken(&state, *lock);
        }
        shows(&self.asked.play(found), found)
    }

    /// What the world itself offers as faults is what the naive one found by
    /// trying; a client that only waits may lose nothing.
    fn faults_are_offered(&self, state: &State) -> Result<(), String> {
        let (cast, host) = (&self.asked.cast, &self.asked.host);
        let (paused, charged) = (state.world.would_pause(cast).len(), state.pauses(cast));
        if paused != usize::from(charged) {
            return Err(format!("moving time is said to pause {paused}, and charges {charged}"));
        }
        let offered = state.world.fault_choices(cast, &state.left);
        let tried = state.faults(cast, host);
        let missing = tried.iter().find(|fault| !offered.contains(fault));
        let extra = offered.iter().filter(|fault| !tried.contains(fault));
        let mut extra = extra.filter(|(choice, _)| {
            !matches!(
                choice,
                Choice::LoseRequest(_)
                    | Choice::LoseReply(_)
                    | Choice::LoseWatchdogRequest(_)
                    | Choice::LoseWatchdogReply(_)
            )
        });
        match missing.or_else(|| extra.next()) {
            Some(fault) => Err(format!("{fault:?} is offered by only one of them")),
            None => Ok(()),
        }
    }

    /// However it goes on without another fault, the lock does not get free.
    fn stays_taken(&self, dead: &State, lock: LockIndex) -> Result<(), String> {
        let (cast, host) = (&self.asked.cast, &self.asked.host);
        let mut seen = vec![(dead.clone(), Vec::new())];
        let mut next = 0;
        while let Some((state, way)) = seen.get(next).cloned().filter(|_| next < 300) {
            if is_at_rest(cast, &state.world, lock.0) {
                return Err(format!("the lock gets free again by {way:?}"));
            }
            for (choice, left) in state.options(cast, host) {
                if left == state.left || matches!(choice, Choice::Time { .. }) {
                    let (after, _) = state.take(cast, host, choice, left);
                    if !seen.iter().any(|(known, _)| *known == after) {
                        seen.push((after, [way.clone(), vec![choice]].concat()));
                    }
                }
            }
            next += 1;
        }
        Ok(())
    }

    fn acquired(&self) -> Result<(), String> {
        let acquired: BTreeSet<ClientIndex> = self.asked.verdict.acquired.iter().collect();
        let naive = &self.naive.acquired;
        let ended_early = self.asked.verdict.limit.is_some();
        if !ended_early && !naive.is_subset(&acquired)
            || self.naive.is_complete() && !acquired.is_subset(naive)
        {
            return Err(format!("{acquired:?} got the lock, naive {naive:?}"));
        }
        Ok(())
    }
}

#[test]
fn a_naive_explorer_finds_the_same() {
    let asked = std::env::var("LOCKSTEP_TRUST_CASES").ok();
    let cases = asked.map_or(CASES, |asked| asked.parse().expect("a number"));
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let compared = std::cell::RefCell::new(Vec::new());
    let result = TestRunner::new(config).run(&small(), |small| {
        let one = compare(&small).map_err(TestCaseError::fail)?;
        compared.borrow_mut().push(one);
        Ok(())
    });
    if let Err(TestError::Fail(reason, small)) = &result {
        panic!("{reason}\nfaults: {}\n{}", small.faults.in_words(), told(small));
    }
    result.expect("enough scenarios");
    let compared = compared.into_inner();
    let sum = |of: fn(&Compared) -> u32| compared.iter().map(of).sum::<u32>();
    eprintln!(
        "{} scenarios, {} of them to the end: {} properties broken, {} hold, {} dead ends",
        compared.len(),
        sum(|c| c.complete),
        sum(|c| c.broken),
        sum(|c| c.held),
        sum(|c| c.dead_ends),
    );
    // A comparison in which nothing was in reach would show nothing.
    let enough = cases / 10;
    assert!(sum(|c| c.complete) >= enough && sum(|c| c.broken) >= enough);
}

fn told(small: &Small) -> String {
    toml::to_string(&small.scenario).expect("a scenario is TOML")
}
