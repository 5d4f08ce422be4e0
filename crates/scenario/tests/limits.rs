//! An exploration that ends before everything was looked at says so, and calls
//! nothing proved.

use lockstep_scenario::{Answer, Cast, Explorer, Limit, Limits, Question, Verdict, script_host};

/// What is said of the token lock within these limits, after `slices` times a
/// few states.
fn explored(limits: Limits, slices: usize, cancels: bool) -> Verdict {
    let scenario = toml::from_str(include_str!("../scenarios/token.toml")).expect("a scenario");
    let cast = Cast::new(&scenario).expect("a scenario in order");
    let question = Question { limits, ..Question::of(&cast) };
    let mut explorer = Explorer::new(&cast, script_host(), question);
    for _ in 0..slices {
        explorer.run(10);
    }
    if cancels {
        explorer.cancel();
        assert!(!explorer.run(10), "it goes on after it was stopped");
    }
    explorer.verdict()
}

#[test]
fn what_is_not_finished_says_why() {
    let all = Limits::default();
    let check = |verdict: &Verdict, limit: Limit, told: &str| {
        assert_eq!(verdict.limit, Some(limit));
        assert_eq!(limit.to_string(), told);
        assert!(verdict.answers.iter().all(|(_, answer)| *answer == Answer::Open));
    };
    check(&explored(all, 1, true), Limit::Cancelled, "not finished: it was stopped");
    let few = Limits { states: 5, ..all };
    let told = "not finished: 5 states are too many";
    check(&explored(few, 100, false), Limit::States(5), told);
    let told = "not finished: there are more than 3 steps";
    check(&explored(Limits { depth: 3, ..all }, 100, false), Limit::Depth(3), told);
}

#[test]
fn what_is_finished_cannot_be_stopped_any_more() {
    let verdict = explored(Limits::default(), 1000, true);
    assert_eq!(verdict.limit, None);
    assert!(verdict.answers.iter().all(|(_, answer)| *answer == Answer::Holds));
}
