//! Whether the walkthroughs of an interview show what they say.

use super::{Flaw, predictions};
use crate::{Interview, InterviewQuestion, Lesson, Stop};
use lockstep_engine::ScriptHost;
use lockstep_scenario::{Player, script_host};
use std::rc::Rc;

/// Plays every walkthrough of an interview.
///
/// # Errors
///
/// Everything that it says and that is not so.
pub fn prove_interview(interview: &Interview, lessons: &[Lesson]) -> Result<(), Vec<Flaw>> {
    let host = script_host();
    let flaws = interview.questions.iter().flat_map(|question| flaws(question, lessons, &host));
    let flaws: Vec<_> = flaws.collect();
    if flaws.is_empty() { Ok(()) } else { Err(flaws) }
}

fn flaws(question: &InterviewQuestion, lessons: &[Lesson], host: &Rc<ScriptHost>) -> Vec<Flaw> {
    let walk = &question.walkthrough;
    let lesson = lessons.iter().find(|lesson| lesson.id == walk.lesson);
    let Some(variant) = lesson.and_then(|lesson| lesson.variant(&walk.variant)) else {
        let (what, variant) = (format!("question {}", question.id), walk.variant.clone());
        return vec![Flaw::NoSuchVariant { what, variant }];
    };
    let (cast, schedule) = match variant.cast() {
        Ok(play) => play,
        Err(error) => return vec![Flaw::Cast { variant: variant.id.clone(), error }],
    };
    let mut player = Player::new(Rc::new(cast), Rc::clone(host), schedule);
    player.seek(usize::MAX);
    let flaw = |stop: &Stop| {
        let (step, steps) = (stop.step, player.len());
        if step == 0 || step > steps {
            let what = format!("question {}", question.id);
            let of = format!("variant {} of {}", walk.variant, walk.lesson);
            return Some(Flaw::NoSuchStep { what, of, step, steps });
        }
        let (told, found) = predictions::difference(&player, stop.outcome.as_ref()?, step)?;
        Some(Flaw::Walkthrough { question: question.id.clone(), step, told, found })
    };
    walk.stops.iter().filter_map(flaw).collect()
}
