//! Whether a challenge is met. The page asks it of a reader's attempt, the proof
//! of the lesson's own solution.

use crate::{CastError, Challenge, Task};
use lockstep_engine::ScriptHost;
use lockstep_scenario::{
    Answer, Cast, Choice, ClientIndex, EventKind, Explorer, Found, Limit, Limits, LockIndex,
    Player, Property, Question, Status, World, Written,
};
use std::rc::Rc;

/// More states than any lesson's scenario has; a reader's program may have
/// more, and is told so. A page looks at so many in a second or two.
const MOST_STATES: usize = 1_000_000;
/// More memory than so many states take, and less than a page may have.
const MOST_MEMORY_BYTES: u64 = 1 << 30;
/// More steps than a client alone takes in any lesson.
const MOST_STEPS: usize = 400;
/// More steps than a line takes, with the moves of time before it.
const STEPS_OF_A_LINE: usize = 20;

/// More instructions of scripts than a client alone runs in any lesson: ten
/// scripts that do not end.
const MOST_INSTRUCTIONS: u64 = 500_000;

/// Looks at a changed program a slice at a time.
pub struct Judge {
    cast: Rc<Cast>,
    host: Rc<ScriptHost>,
    explorer: Explorer,
    /// What each client did with the program as it was.
    before: Vec<Alone>,
    /// What those do now that have been looked at.
    now: Vec<Alone>,
}

/// What a client does that is alone, when nothing goes wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Alone {
    /// How often it gets into a section.
    entered: usize,
    /// How often it writes.
    wrote: usize,
    /// It comes to its end and leaves no lock behind.
    gives_back: bool,
}

/// What is said of a changed program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It holds on every way.
    Holds {
        /// How many states were looked at.
        states: usize,
    },
    /// There is a way that violates a property.
    Broken {
        /// Which.
        property: Property,
        /// The shortest way, and who did what.
        found: Found,
    },
    /// It is safe because nothing happens: alone and without any fault, this
    /// client does not get where it got before.
    NeverEnters {
        /// Who.
        client: ClientIndex,
    },
    /// It is safe because the lock is not given back: this client gave it back
    /// before.
    KeepsLock {
        /// Who.
        client: ClientIndex,
    },
    /// It could not be decided.
    Undecided {
        /// Why.
        limit: Limit,
    },
}

impl Judge {
    /// Begins to look at `program` in a challenge's scenario.
    ///
    /// # Errors
    ///
    /// What is not in order in the program.
    pub fn new(
        challenge: &Challenge,
        program: &str,
        host: &Rc<ScriptHost>,
    ) -> Result<Self, CastError> {
        let given = challenge.cast()?;
        let before = clients(&given).map(|client| alone(&given, host, client)).collect();
        let cast = Cast::new(&challenge.with_program(program))?;
        let limits =
            Limits { states: MOST_STATES, memory_bytes: MOST_MEMORY_BYTES, ..Limits::default() };
        let question = Question { limits, ..Question::of(&cast) };
        let explorer = Explorer::new(&cast, Rc::clone(host), question);
        Ok(Self { cast: Rc::new(cast), host: Rc::clone(host), explorer, before, now: Vec::new() })
    }

    /// Goes on for about so many states. Answers whether there is more to do.
    pub fn run(&mut self, states: usize) -> bool {
        if self.explorer.run(states) {
            return true;
        }
        if self.now.len() < self.before.len() {
            let client = ClientIndex(self.now.len());
            self.now.push(alone(&self.cast, &self.host, client));
        }
        self.now.len() < self.before.len()
    }

    /// How many states were found so far.
    pub fn states(&self) -> usize {
        self.explorer.states()
    }

    /// The scenario with the changed program.
    pub fn cast(&self) -> &Rc<Cast> {
        &self.cast
    }

    /// What is to be said, once there is nothing more to do.
    pub fn judgement(&mut self) -> Judgement {
        let verdict = self.explorer.verdict();
        // The explorer ends at its first answer, so others may be open then.
        let undecided = verdict.answers.iter().any(|(_, answer)| *answer == Answer::Open);
        for (property, answer) in verdict.answers {
            if let Answer::Broken(found) = answer {
                return Judgement::Broken { property, found };
            }
        }
        if undecided {
            return Judgement::Undecided { limit: verdict.limit.unwrap_or(Limit::Cancelled) };
        }
        for (client, (before, now)) in clients(&self.cast).zip(self.before.iter().zip(&self.now)) {
            if now.entered < before.entered || now.wrote < before.wrote {
                return Judgement::NeverEnters { client };
            }
            if before.gives_back && !now.gives_back {
                return Judgement::KeepsLock { client };
            }
        }
        Judgement::Holds { states: verdict.states }
    }
}

/// Whether the steps taken so far meet a challenge of the kind that is to be
/// broken: they violate its goal, with no more faults than the scenario allows.
pub fn is_broken(challenge: &Challenge, player: &Player) -> bool {
    let Task::Break { goal, .. } = &challenge.task else { return false };
    let events = player.timeline().iter().flat_map(|step| &step.events);
    let violated = events.into_iter().any(
        |event| matches!(&event.kind, EventKind::Violated(violation) if violation.property() == *goal),
    );
    violated && player.faults().is_within(&challenge.scenario.faults)
}

fn clients(cast: &Cast) -> impl Iterator<Item = ClientIndex> + use<> {
    (0..cast.clients.len()).map(ClientIndex)
}

/// What a client does that is alone, when nothing goes wrong, as far as its
/// scripts do not run for ever.
fn alone(cast: &Cast, host: &Rc<ScriptHost>, client: ClientIndex) -> Alone {
    let mut world = World::new(cast, host);
    let mut alone = Alone::default();
    let before = host.instructions();
    let lines = cast.clients[client.0].program.lines.len();
    for _ in 0..MOST_STEPS.max(lines.saturating_mul(STEPS_OF_A_LINE)) {
        if host.instructions().wrapping_sub(before) > MOST_INSTRUCTIONS {
            break;
        }
        if world.status(cast, client) == Some(Status::Finished) {
            let locks = (0..cast.locks.len()).map(LockIndex);
            alone.gives_back = locks.into_iter().all(|lock| world.owner(lock).is_none());
            break;
        }
        let choices = world.choices(cast);
        let own = [Choice::Client(client), Choice::Watchdog(client)];
        let own = own.into_iter().find(|own| choices.contains(own));
        let time = || choices.iter().copied().find(|c| matches!(c, Choice::Time { .. }));
        let Some(choice) = own.or_else(time) else { break };
        let step = world.step(cast, host, choice);
        for event in step.events {
            alone.entered += usize::from(matches!(event.kind, EventKind::Entered { .. }));
            let wrote = matches!(event.kind, EventKind::Wrote { written: Written::Done, .. });
            alone.wrote += usize::from(wrote);
        }
    }
    alone
}
