//! What any way through a variant can violate.

use super::Flaw;
use crate::Variant;
use lockstep_engine::ScriptHost;
use lockstep_scenario::{Answer, Cast, Explorer, Limit, Question};
use std::rc::Rc;

/// Explores a variant that says what can be violated; answers how many states
/// it has.
pub(super) fn states(
    variant: &Variant,
    cast: &Rc<Cast>,
    host: &Rc<ScriptHost>,
    flaws: &mut Vec<Flaw>,
) -> Option<usize> {
    let breaks = variant.breaks.as_ref()?;
    let question = Question { all: true, ..Question::of(cast) };
    let mut explorer = Explorer::new(cast, Rc::clone(host), question);
    explorer.finish_all();
    let verdict = explorer.verdict();
    let name = || variant.id.clone();
    for (property, answer) in verdict.answers {
        let told = breaks.contains(&property);
        match answer {
            Answer::Broken(found) if !told => {
                let schedule = found.schedule.display(cast).to_string();
                flaws.push(Flaw::BreaksMore { variant: name(), property, schedule });
            }
            Answer::Holds if told => flaws.push(Flaw::BreaksLess { variant: name(), property }),
            Answer::Open => {
                let limit = verdict.limit.unwrap_or(Limit::Cancelled);
                flaws.push(Flaw::NotExplored { variant: name(), limit });
            }
            Answer::Broken(_) | Answer::Holds => {}
        }
    }
    Some(verdict.states)
}
