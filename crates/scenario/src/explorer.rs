//! Every state that a fault budget allows.
//!
//! # How it gets small enough
//!
//! - **Times are relative to now.** After time has moved, every moment that is
//!   remembered anywhere is moved back by as much, so that two states which
//!   differ only in the time of day are one.
//! - **Parts are numbered.** A state is a handful of numbers: one for each
//!   node, each client, what they share, and the faults left. Equal parts have
//!   equal numbers, so two states are equal exactly if their numbers are: there
//!   is no fingerprint that could collide.
//! - **A step is remembered.** What a client does next depends on itself, on
//!   one node and on what is shared, and on nothing else. It is played once, by
//!   the same code that the player runs, on the real engine with the real
//!   scripts; from then on it is a look-up.
//! - **Nobody waits for nothing.** Time moves only to the next event. Being
//!   busy begins with the step before it, and jumps of a program take no step:
//!   what nobody else can see is a part of the next step that somebody can.
//! - **Orders that do not matter meet again.** Two steps that have nothing in
//!   common lead to the same state in either order, and that is one state. The
//!   two states in between are looked at all the same: in one of them, and not
//!   in the other, two clients may be inside together, and the shortest way to
//!   what is broken may lead through either. So no order is left out.
//! - **Who is who may not matter.** Clients with the same program are
//!   interchangeable where that is asked for and, at each step, found to be so.
//!
//! # In which order
//!
//! Fewest faults first, then fewest steps, and among those fewest changes of
//! who moves; however many cores look for it. So the answer says "safe without
//! faults; breaks with one pause", and the schedule is one that a person can
//! follow.

mod alike;
mod choices;
#[cfg(not(target_family = "wasm"))]
mod cores;
mod expand;
mod forever;
mod frontier;
mod learn;
mod moves;
mod parts;
mod path;
mod question;
mod shards;
mod steps;
mod store;
mod symmetry;
mod tables;
mod verdict;

pub use question::{Limits, Question};
pub use verdict::{Answer, Found, Limit, Verdict};

use crate::{Cast, LockIndex, Property, World};
use choices::Offer;
#[cfg(not(target_family = "wasm"))]
use cores::Cores;
use forever::DeadEnds;
use frontier::Frontier;
use lockstep_engine::ScriptHost;
use shards::Shards;
use std::collections::BTreeMap;
#[cfg(not(target_family = "wasm"))]
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::Arc;
use store::{NO_PARENT, Way};
use tables::Tables;

/// So many instructions of a script take about as long as a state.
const INSTRUCTIONS: u64 = 20;

/// How expensive a state is to reach: faults first, then steps.
type Cost = (u32, u32);

/// An exploration under way.
pub struct Explorer {
    cast: Arc<Cast>,
    host: Rc<ScriptHost>,
    question: Question,
    tables: Tables,
    store: Shards,
    /// The number of the first state.
    first: u32,
    open: Frontier,
    found: BTreeMap<Property, Broken>,
    /// Who got a lock in some state, a bit each.
    reached: u16,
    transitions: u64,
    stopped: Option<Limit>,
    /// Some states were not gone on from, since they are too many steps away.
    too_deep: bool,
    finished: bool,
    offers: Vec<Offer>,
    dead_ends: Option<DeadEnds>,
    dead_lock: Option<LockIndex>,
    #[cfg(not(target_family = "wasm"))]
    cores: Cores,
}

/// The cheapest way to violate a property that is known so far: at this state,
/// or by this choice of it.
#[derive(Clone, Copy, Debug)]
struct Broken {
    cost: Cost,
    state: u32,
    choice: Option<u16>,
}

impl Explorer {
    /// An exploration that has not begun.
    pub fn new(cast: &Cast, host: Rc<ScriptHost>, question: Question) -> Self {
        // What is asked for is watched, whatever the scenario itself watches.
        let properties = question.properties.clone();
        let cast = Arc::new(Cast { properties, ..cast.clone() });
        let world = World::new(&cast, &host);
        let mut tables = Tables::new(Arc::clone(&cast));
        let beginning = tables.pack(world, question.faults, question.symmetry);
        let mut store = Shards::new(beginning.words().len());
        let way = Way { parent: NO_PARENT, cost: (0, 0), choice: 0 };
        let (first, _) = store.insert(beginning.words(), way);
        let mut open = Frontier::new();
        open.at((0, 0)).push_back(first);
        Self {
            cast,
            host,
            question,
            tables,
            store,
            first,
            open,
            found: BTreeMap::new(),
            reached: 0,
            transitions: 0,
            stopped: None,
            too_deep: false,
            finished: false,
            offers: Vec::new(),
            dead_ends: None,
            dead_lock: None,
            #[cfg(not(target_family = "wasm"))]
            cores: Cores::new(NonZeroUsize::MIN),
        }
    }

    /// Looks for it on so many cores. The answer is the same, to the number of
    /// states, whatever their number and however fast each is.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn on_cores(self, cores: NonZeroUsize) -> Self {
        Self { cores: Cores::new(cores), ..self }
    }

    /// Goes on for about so many states, or fewer where scripts run for long.
    /// Answers whether there is more to do.
    pub fn run(&mut self, states: usize) -> bool {
        let mut left = states;
        while left > 0 && !self.finished {
            let before = self.host.instructions();
            left -= self.go_on_for(left);
            let instructions = self.host.instructions().wrapping_sub(before);
            let worth = usize::try_from(instructions / INSTRUCTIONS).unwrap_or(usize::MAX);
            left = left.saturating_sub(worth);
        }
        !self.finished
    }

    /// Goes on for so many states at most. Answers for how many.
    fn go_on_for(&mut self, states: usize) -> usize {
        if self.dead_ends.is_some() {
            return self.look_for_dead_ends(states);
        }
        let Some(cost) = self.open.cheapest() else {
            self.finish();
            return 0;
        };
        if self.is_settled(cost) {
            self.finished = true;
            return 0;
        }
        let done = self.expand_some(cost, states);
        if self.tables.told_apart {
            self.begin_again();
        }
        self.finished |= self.stopped.is_some();
        done
    }

    /// Clients are not interchangeable after all: each is looked at for itself.
    fn begin_again(&mut self) {
        let question = Question { symmetry: false, ..self.question.clone() };
        let again = Self::new(&self.cast, Rc::clone(&self.host), question);
        #[cfg(not(target_family = "wasm"))]
        let again = again.on_cores(self.cores.count());
        *self = again;
    }

    #[cfg(target_family = "wasm")]
    fn expand_some(&mut self, cost: Cost, _: usize) -> usize {
        self.expand_next(cost)
    }

    /// Runs to its end.
    pub fn finish_all(&mut self) {
        while self.run(1 << 16) {}
    }

    /// How many states were found.
    pub fn states(&self) -> usize {
        self.store.len()
    }

    /// How many steps were taken from one state to another.
    pub fn transitions(&self) -> u64 {
        self.transitions
    }

    /// How many faults and steps it has come to.
    pub fn cost(&self) -> (u32, u32) {
        self.open.cost()
    }

    /// Bytes of memory for the states and for what is remembered about steps.
    pub fn memory(&self) -> usize {
        let dead_ends = self.dead_ends.as_ref().map_or(0, DeadEnds::memory);
        self.store.memory() + self.tables.memory() + self.open.memory() + dead_ends
    }

    /// How many different parts the states are made of.
    pub fn parts(&self) -> usize {
        self.tables.parts()
    }

    /// Stops where it is.
    pub fn cancel(&mut self) {
        if !self.finished {
            self.stopped = Some(Limit::Cancelled);
            self.finished = true;
        }
    }

    /// Nothing is left to look at.
    fn finish(&mut self) {
        let asked = self.question.properties.contains(&Property::CanBeTakenAgain);
        if self.too_deep {
            self.stopped = Some(Limit::Depth(self.question.limits.depth));
        } else if asked && (self.question.all || self.found.is_empty()) {
            self.dead_ends = Some(DeadEnds::new(&self.store));
            return;
        }
        self.finished = true;
    }
}
