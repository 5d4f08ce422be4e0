//! Stepping through a schedule, back and forth.

use crate::{Cast, Choice, Faults, Schedule, Step, World};
use lockstep_engine::ScriptHost;
use std::rc::Rc;

/// Steps through a schedule. It keeps a checkpoint for each step taken, so
/// going back and seeking cost nothing; what lies ahead is played when first
/// needed.
#[derive(Clone)]
pub struct Player {
    cast: Rc<Cast>,
    host: Rc<ScriptHost>,
    /// What is to be played; up to `steps.len()` it has been.
    choices: Vec<Choice>,
    /// `worlds[n]` is the world after `n` steps.
    worlds: Vec<World>,
    steps: Vec<Step>,
    at: usize,
    /// After how many steps the learner left the given schedule.
    forked_at: Option<usize>,
}

impl Player {
    /// A player before the first step of `schedule`.
    pub fn new(cast: Rc<Cast>, host: Rc<ScriptHost>, schedule: Schedule) -> Self {
        let beginning = World::new(&cast, &host);
        Self {
            cast,
            host,
            choices: schedule.choices,
            worlds: vec![beginning],
            steps: Vec::new(),
            at: 0,
            forked_at: None,
        }
    }

    /// Takes the next step of the schedule; `false` at its end.
    pub fn step(&mut self) -> bool {
        self.seek(self.at.saturating_add(1)) != 0
    }

    /// Goes one step back; `false` at the beginning.
    pub fn back(&mut self) -> bool {
        let moved = self.at > 0;
        self.at = self.at.saturating_sub(1);
        moved
    }

    /// Goes to just after step `to`, or to the end if the schedule is shorter.
    /// Answers how many steps away that was.
    pub fn seek(&mut self, to: usize) -> usize {
        let to = to.min(self.choices.len());
        while self.steps.len() < to {
            let mut world = self.worlds[self.steps.len()].clone();
            let choice = self.choices[self.steps.len()];
            self.steps.push(world.step(&self.cast, &self.host, choice));
            self.worlds.push(world);
        }
        let from = std::mem::replace(&mut self.at, to);
        from.abs_diff(to)
    }

    /// Leaves the schedule here: what lay ahead is forgotten, and `choice` is
    /// taken instead.
    pub fn fork(&mut self, choice: Choice) {
        self.choices.truncate(self.at);
        self.steps.truncate(self.at);
        self.worlds.truncate(self.at + 1);
        self.forked_at = Some(self.forked_at.map_or(self.at, |first| first.min(self.at)));
        self.choices.push(choice);
        self.step();
    }

    /// How many steps have been taken.
    pub fn at(&self) -> usize {
        self.at
    }

    /// How many steps the schedule has.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// After how many steps the learner left the given schedule, if so.
    pub fn forked_at(&self) -> Option<usize> {
        self.forked_at
    }

    /// The scenario being played.
    pub fn cast(&self) -> &Cast {
        &self.cast
    }

    /// The world as it is now.
    pub fn world(&self) -> &World {
        &self.worlds[self.at]
    }

    /// The steps taken so far, oldest first.
    pub fn timeline(&self) -> &[Step] {
        &self.steps[..self.at]
    }

    /// The world after `at` steps, if they have been played.
    pub fn world_at(&self, at: usize) -> Option<&World> {
        self.worlds.get(at)
    }

    /// Every step that has been played, those ahead of the present included.
    pub fn played(&self) -> &[Step] {
        &self.steps
    }

    /// The faults that the steps taken so far have cost.
    pub fn faults(&self) -> Faults {
        let mut left = Faults::most();
        for (step, world) in self.timeline().iter().zip(&self.worlds) {
            if matches!(step.choice, Choice::Time { .. }) {
                let paused = world.would_pause(&self.cast).len();
                left.pauses = left.pauses.saturating_sub(u8::try_from(paused).unwrap_or(u8::MAX));
            } else {
                let possible = world.fault_choices(&self.cast, &left);
                let taken = possible.into_iter().find(|(choice, _)| *choice == step.choice);
                left = taken.map_or(left, |(_, left)| left);
            }
        }
        Faults::most().minus(&left)
    }

    /// The whole schedule, with what the learner chose instead.
    pub fn schedule(&self) -> Schedule {
        Schedule { choices: self.choices.clone() }
    }
}
