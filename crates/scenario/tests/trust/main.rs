//! Why the explorer's answers can be trusted: an explorer without a single idea
//! finds the same, what it finds plays, and scripts that are broken a little
//! are found out.

mod agree;
mod cases;
mod mutants;
mod naive;
mod random;
mod state;
mod stories;
mod symmetry;

use lockstep_engine::ScriptHost;
use lockstep_scenario::{
    Answer, Cast, EventKind, Explorer, Faults, Found, Limits, Player, Property, Question, Scenario,
    Schedule, Verdict, Violation, script_host,
};
use std::rc::Rc;

/// What the explorer says to a scenario.
struct Asked {
    cast: Rc<Cast>,
    host: Rc<ScriptHost>,
    verdict: Verdict,
}

impl Asked {
    /// Asks for everything that the scenario watches.
    fn new(scenario: &Scenario, faults: Faults, states: usize) -> Self {
        let cast = Cast::new(scenario).unwrap_or_else(|error| panic!("{error}"));
        let limits = Limits { states, ..Limits::default() };
        let question = Question { faults, all: true, limits, ..Question::of(&cast) };
        Self::ask(&cast, question)
    }

    fn ask(cast: &Cast, question: Question) -> Self {
        let (cast, host) = (Rc::new(cast.clone()), script_host());
        let mut explorer = Explorer::new(&cast, Rc::clone(&host), question);
        explorer.finish_all();
        let verdict = explorer.verdict();
        Self { cast, host, verdict }
    }

    /// What was found of a property, if it is broken.
    fn found(&self, property: Property) -> Option<&Found> {
        match self.verdict.answer(property) {
            Some(Answer::Broken(found)) => Some(found),
            _ => None,
        }
    }

    /// The schedule as the player plays it, after it was printed and read.
    fn play(&self, found: &Found) -> Player {
        let printed = found.schedule.display(&self.cast).to_string();
        let schedule = Schedule::parse(&printed, &self.cast).expect("what was printed is read");
        assert_eq!(schedule, found.schedule, "{printed}");
        let mut player = Player::new(Rc::clone(&self.cast), Rc::clone(&self.host), schedule);
        player.seek(usize::MAX);
        player
    }
}

/// The violations of a property, each with its step counted from 1.
fn violations(player: &Player, property: Property) -> Vec<(usize, Violation)> {
    let mut violations = Vec::new();
    for (index, step) in player.timeline().iter().enumerate() {
        for event in &step.events {
            match &event.kind {
                EventKind::Violated(violation) if violation.property() == property => {
                    violations.push((index + 1, violation.clone()));
                }
                _ => {}
            }
        }
    }
    violations
}

/// Whether what was found is what the player shows: a violation by the last
/// step, and none before it. A step can violate a property twice.
fn shows(player: &Player, found: &Found) -> Result<(), String> {
    let played = violations(player, found.violation.property());
    let expected = (found.schedule.choices.len(), found.violation.clone());
    if played.contains(&expected) && played.iter().all(|(step, _)| *step == expected.0) {
        return Ok(());
    }
    Err(format!("the player shows {played:?} instead of {expected:?}"))
}
