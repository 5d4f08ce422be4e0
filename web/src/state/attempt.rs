//! What a learner makes of a challenge.

use super::Play;
use crate::action::Trial;
use lockstep_lesson::{CastError, Challenge, Judgement, Task};
use lockstep_scenario::{Cast, Schedule};
use std::rc::Rc;

/// What a learner makes of a challenge.
#[derive(Clone)]
pub(crate) struct Attempt {
    /// The scenario on the stage: as the reader finds it, or with the program
    /// that was looked at last. Nobody has given an order of steps.
    pub(super) play: Play,
    /// A shortest way to break it; empty where something is to be repaired.
    solution: Schedule,
    /// What stands in the editor; empty where something is to be broken.
    program: Rc<str>,
    /// What stood there when it was last looked at.
    checked: Rc<str>,
    check: Check,
    /// How often it was looked at.
    checks: u32,
    hints: usize,
    is_revealed: bool,
    pub(super) is_solved: bool,
}

/// What is known of the program in the editor.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Check {
    /// Nobody has asked.
    Unasked,
    /// It cannot be read.
    Refused(CastError),
    /// It is being looked at, and has so many states so far.
    Running(usize),
    /// The learner stopped it after so many states.
    Stopped(usize),
    /// What is to be said of it.
    Done(Judgement),
}

/// What becomes of the stage.
pub(super) enum Staged {
    /// It stays as it is.
    Same,
    /// The same steps of another program.
    Again,
    /// These steps, from before the first one.
    From(Schedule),
}

impl Attempt {
    /// The beginning: the challenge as the reader finds it.
    ///
    /// # Errors
    ///
    /// The challenge is not in order.
    pub(super) fn new(challenge: &Challenge) -> Result<Self, CastError> {
        let cast = Rc::new(challenge.cast()?);
        let solution = match &challenge.task {
            Task::Break { solution, .. } => Schedule::parse(solution, &cast)?,
            Task::Repair { .. } => Schedule::default(),
        };
        let program: Rc<str> = given(challenge).into();
        Ok(Self {
            play: Play { cast, given: Schedule::default() },
            solution,
            checked: Rc::clone(&program),
            program,
            check: Check::Unasked,
            checks: 0,
            hints: 0,
            is_revealed: false,
            is_solved: false,
        })
    }

    /// How many steps the shortest way to break it takes.
    pub(crate) fn shortest(&self) -> usize {
        self.solution.choices.len()
    }

    /// What stands in the editor.
    pub(crate) fn program(&self) -> &Rc<str> {
        &self.program
    }

    /// What is known of the program that was looked at last.
    pub(crate) fn check(&self) -> &Check {
        &self.check
    }

    /// Whether the program was changed since it was looked at.
    pub(crate) fn has_changed(&self) -> bool {
        self.program != self.checked
    }

    /// How many hints were asked for.
    pub(crate) fn hints(&self) -> usize {
        self.hints
    }

    /// Whether a solution was asked for.
    pub(crate) fn is_revealed(&self) -> bool {
        self.is_revealed
    }

    /// Whether the learner has met the challenge since the page was opened.
    pub(crate) fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// The number of the check under way, and the program that it looks at.
    pub(crate) fn running(&self) -> Option<(u32, &Rc<str>)> {
        matches!(self.check, Check::Running(_)).then_some((self.checks, &self.checked))
    }

    /// The number of the check that has an answer, if the last one has.
    pub(crate) fn told(&self) -> Option<u32> {
        matches!(self.check, Check::Refused(_) | Check::Done(_)).then_some(self.checks)
    }

    pub(super) fn reduce(&mut self, challenge: &Challenge, trial: Trial) -> Staged {
        match trial {
            Trial::Hint => self.hints = challenge.hints.len().min(self.hints + 1),
            Trial::Reveal => {
                self.is_revealed = true;
                if matches!(challenge.task, Task::Break { .. }) {
                    return Staged::From(self.solution.clone());
                }
            }
            Trial::Edit(program) => self.program = program,
            Trial::Restore(program) => return self.restore(challenge, program),
            Trial::Reset => return self.restore(challenge, given(challenge).into()),
            Trial::Check => self.begin(challenge),
            Trial::Stop => self.stop(),
            Trial::Looked(check, states) if self.is_under_way(check) => {
                self.check = Check::Running(states);
            }
            Trial::Judged(check, cast, judgement) if self.is_under_way(check) => {
                return self.judged(cast, judgement);
            }
            Trial::Show => return self.found().map_or(Staged::Same, Staged::From),
            Trial::Looked(..) | Trial::Judged(..) => {}
        }
        Staged::Same
    }

    /// Ends a check that is under way.
    pub(super) fn stop(&mut self) {
        if let Check::Running(states) = self.check {
            self.check = Check::Stopped(states);
        }
    }

    fn is_under_way(&self, check: u32) -> bool {
        self.running().is_some_and(|(number, _)| number == check)
    }

    /// A program from an earlier visit, or the one that the reader found. The
    /// stage shows it if it can be played.
    fn restore(&mut self, challenge: &Challenge, program: Rc<str>) -> Staged {
        self.check = Check::Unasked;
        self.program = program;
        let Ok(cast) = Cast::new(&challenge.with_program(&self.program)) else {
            return Staged::Same;
        };
        self.checked = Rc::clone(&self.program);
        self.play.cast = Rc::new(cast);
        Staged::Again
    }

    fn begin(&mut self, challenge: &Challenge) {
        self.checked = Rc::clone(&self.program);
        self.checks = self.checks.wrapping_add(1);
        self.check = match Cast::new(&challenge.with_program(&self.program)) {
            Ok(_) => Check::Running(0),
            Err(error) => Check::Refused(error.into()),
        };
    }

    fn judged(&mut self, cast: Rc<Cast>, judgement: Judgement) -> Staged {
        self.play.cast = cast;
        self.is_solved |= matches!(judgement, Judgement::Holds { .. });
        self.check = Check::Done(judgement);
        self.found().map_or(Staged::Again, Staged::From)
    }

    /// The way that was found to break the program.
    fn found(&self) -> Option<Schedule> {
        match &self.check {
            Check::Done(Judgement::Broken { found, .. }) => Some(found.schedule.clone()),
            _ => None,
        }
    }
}

/// The program to be changed, as the reader finds it.
fn given(challenge: &Challenge) -> &str {
    let Task::Repair { client, .. } = &challenge.task else { return "" };
    challenge.scenario.clients.get(client).map_or("", |client| &client.program)
}
