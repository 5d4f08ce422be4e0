//! What can be done.

use crate::address::Address;
use lockstep_lesson::{Judgement, Lesson};
use lockstep_scenario::{Cast, Choice};
use std::rc::Rc;

/// How fast it plays by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Time to read everything.
    #[default]
    Slow,
    /// Time to look.
    Medium,
    /// An overview.
    Fast,
}

/// What can be done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// Takes the next step.
    Forward,
    /// Goes one step back.
    Back,
    /// Goes before the first step.
    First,
    /// Goes behind the last step.
    Last,
    /// Goes to just after this step.
    Seek(usize),
    /// Begins or ends playing by itself. At the end it begins anew.
    TogglePlaying,
    /// The moment of the next step has come, if it plays by itself.
    Tick,
    /// Plays that fast.
    SetPace(Pace),
    /// Shows this variant, at the same step.
    SetVariant(usize),
    /// Shows the next variant, at the same step.
    NextVariant,
    /// Goes on with this choice, whatever the schedule says.
    Choose(Choice),
    /// Goes back to the lesson's schedule; in a challenge, to its beginning.
    Rejoin,
    /// Does something about the challenge.
    Try(Trial),
    /// Tells the same in this language.
    Tell(Rc<Lesson>),
    /// Shows what an address says of the same lesson.
    Go(Address),
    /// Shows what an address says of this lesson.
    Open(Rc<Lesson>, Address),
}

/// What can be done about a challenge, beside choosing steps.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Trial {
    /// Tells one more hint.
    Hint,
    /// Tells a solution.
    Reveal,
    /// The program in the editor is this now.
    Edit(Rc<str>),
    /// The program of an earlier visit was found.
    Restore(Rc<str>),
    /// Takes the program back to what the reader found.
    Reset,
    /// Begins to look at every state of the program.
    Check,
    /// Ends that.
    Stop,
    /// The check with this number has found so many states.
    Looked(u32, usize),
    /// The check with this number is done: the scenario with the program, and
    /// what is said of it.
    Judged(u32, Rc<Cast>, Judgement),
    /// Shows from before the first step how the program breaks.
    Show,
}

impl Pace {
    /// Every pace, slowest first.
    pub(crate) const ALL: [Self; 3] = [Self::Slow, Self::Medium, Self::Fast];

    /// How long a step stays, in milliseconds.
    pub(crate) fn step_ms(self) -> u32 {
        match self {
            Self::Slow => 6000,
            Self::Medium => 3000,
            Self::Fast => 1000,
        }
    }
}
