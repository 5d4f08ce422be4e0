//! However many cores there are, the answer is that of one.

use super::Cores;
use crate::{Cast, Explorer, Known, Limits, Property, Question, Verdict, script_host};
use std::num::NonZeroUsize;

fn cast(known: &Known) -> Cast {
    let scenario = toml::from_str(known.scenario).expect(known.file);
    Cast::new(&scenario).expect(known.file)
}

/// What so many cores say, which share even two states.
fn explored(cast: &Cast, question: &Question, cores: usize, slice: usize) -> Verdict {
    let cores = NonZeroUsize::new(cores).expect("a core");
    let host = script_host();
    let mut explorer = Explorer::new(cast, host, question.clone());
    explorer.cores = Cores { smallest: 2, ..Cores::new(cores) };
    while explorer.run(slice) {}
    explorer.verdict()
}

fn check(known: &Known, question: &Question) {
    let cast = cast(known);
    let one = explored(&cast, question, 1, usize::MAX);
    for (cores, slice) in [(2, usize::MAX), (3, 1000)] {
        let many = explored(&cast, question, cores, slice);
        assert_eq!(many, one, "{}, {}, {cores} cores", known.file, known.faults);
    }
}

#[test]
fn what_is_known_is_found_by_any_number_of_cores() {
    for known in Known::all().filter(|known| known.states < 30_000) {
        let question = known.question(&cast(known)).expect(known.faults);
        check(known, &question);
    }
}

#[test]
fn every_property_is_answered_alike_by_any_number_of_cores() {
    for known in Known::all().filter(|known| known.states < 1_000) {
        let (faults, properties) = (known.budget().expect(known.faults), Property::all());
        let question = Question { faults, properties, all: true, ..Question::of(&cast(known)) };
        check(known, &question);
    }
}

#[test]
fn a_limit_is_reached_at_the_same_state_by_any_number_of_cores() {
    for known in Known::all().filter(|known| (500..5_000).contains(&known.states)) {
        let question = known.question(&cast(known)).expect(known.faults);
        for (states, depth) in [(10, 10_000), (301, 10_000), (5_000, 9)] {
            let limits = Limits { states, depth, ..Limits::default() };
            check(known, &Question { limits, ..question.clone() });
        }
    }
}
