//! Whether a challenge can be met, and is not met already.

use super::Flaw;
use crate::{CastError, Challenge, Judge, Judgement, Lesson, Task, is_broken};
use lockstep_engine::ScriptHost;
use lockstep_scenario::{Answer, Explorer, Player, Property, Question, Schedule};
use std::rc::Rc;

/// How many states are looked at at a time.
const SLICE: usize = 1 << 16;

/// What is not in order in the challenge of a lesson.
pub(super) fn flaw(lesson: &Lesson, host: &Rc<ScriptHost>) -> Option<Flaw> {
    let challenge = lesson.challenge.as_ref()?;
    let problem = match &challenge.task {
        Task::Break { goal, solution } => breaks(challenge, *goal, solution, host),
        Task::Repair { client, solution } => repairs(challenge, client, solution, host),
    };
    problem.unwrap_or_else(|error| Some(error.to_string())).map(Flaw::Challenge)
}

/// The solution must reach the goal, and nobody must be able to do it with
/// less.
fn breaks(
    challenge: &Challenge,
    goal: Property,
    solution: &str,
    host: &Rc<ScriptHost>,
) -> Result<Option<String>, CastError> {
    let cast = Rc::new(challenge.cast()?);
    let schedule = Schedule::parse(solution, &cast)?;
    let steps = schedule.choices.len();
    let mut player = Player::new(Rc::clone(&cast), Rc::clone(host), schedule);
    player.seek(usize::MAX);
    if !is_broken(challenge, &player) {
        let spent = player.faults().in_words();
        return Ok(Some(format!("the solution does not violate {goal} (it took {spent})")));
    }
    let question = Question { properties: vec![goal], ..Question::of(&cast) };
    let mut explorer = Explorer::new(&cast, Rc::clone(host), question);
    explorer.finish_all();
    let verdict = explorer.verdict();
    Ok(match verdict.answer(goal) {
        Some(Answer::Broken(found)) if found.schedule.choices.len() < steps => {
            let schedule = found.schedule.display(&cast);
            Some(format!("the solution is not the shortest; this is shorter: {schedule}"))
        }
        Some(Answer::Broken(_)) => None,
        _ => Some(format!("the explorer finds no way to violate {goal}")),
    })
}

/// The program must be broken as the reader finds it, and its solution hold.
fn repairs(
    challenge: &Challenge,
    client: &str,
    solution: &str,
    host: &Rc<ScriptHost>,
) -> Result<Option<String>, CastError> {
    let given = challenge.scenario.clients.get(client);
    let given = given.map(|client| client.program.as_str()).unwrap_or_default();
    if !matches!(judged(challenge, given, host)?, Judgement::Broken { .. }) {
        return Ok(Some("the program is in order as the reader finds it".to_owned()));
    }
    Ok(match judged(challenge, solution, host)? {
        Judgement::Holds { .. } => None,
        Judgement::Broken { property, found } => {
            let cast = challenge.cast()?;
            let schedule = found.schedule.display(&cast);
            Some(format!("the solution breaks {property}: {schedule}"))
        }
        Judgement::NeverEnters { .. } => {
            Some("with the solution a client that is alone never enters".to_owned())
        }
        Judgement::KeepsLock { .. } => {
            Some("with the solution a client that is alone keeps the lock".to_owned())
        }
        Judgement::Undecided { limit } => Some(limit.to_string()),
    })
}

fn judged(
    challenge: &Challenge,
    program: &str,
    host: &Rc<ScriptHost>,
) -> Result<Judgement, CastError> {
    let mut judge = Judge::new(challenge, program, host)?;
    while judge.run(SLICE) {}
    Ok(judge.judgement())
}
