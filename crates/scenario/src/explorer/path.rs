//! The way to a violation, in the order that is easiest to follow.

use super::parts::Packed;
use super::symmetry::{Order, by_name};
use super::{Broken, Explorer, Found};
use crate::{Cast, Choice, ClientIndex, Faults, Player, Property, Schedule, Violation};
use std::rc::Rc;

/// What a schedule costs, what its last step violates, and where it ends.
struct Played {
    left: Faults,
    violated: u16,
    end: Packed,
}

impl Explorer {
    /// The shortest schedule that violates a property, as the player plays it.
    pub(super) fn found_schedule(&mut self, property: Property) -> Option<Found> {
        let broken = *self.found.get(&property)?;
        let mut choices = self.way_to(&broken);
        let bit = if broken.choice.is_some() { property.bit() } else { 0 };
        self.calm(&mut choices, bit);
        let played = self.play(&choices)?;
        let schedule = Schedule { choices };
        let violation = self.replay(property, &schedule)?;
        let faults = self.question.faults.minus(&played.left);
        Some(Found { faults, schedule, violation })
    }

    /// The choices that lead there, by the clients' own names: a state that was
    /// found stands for others, and who is who in it changes with each step.
    fn way_to(&mut self, broken: &Broken) -> Vec<Choice> {
        let mut numbers: Vec<(u32, u16)> = Vec::new();
        numbers.extend(broken.choice.map(|choice| (broken.state, choice)));
        let mut state = broken.state;
        while let Some((parent, choice)) = self.store.parent(state) {
            numbers.push((parent, choice));
            state = parent;
        }
        let mut offers = Vec::new();
        let mut choices = Vec::with_capacity(numbers.len());
        let mut names: Order = (0..self.cast.clients.len()).map(ClientIndex).collect();
        for (state, number) in numbers.into_iter().rev() {
            let packed = Packed::new(&self.cast, self.store.words(state));
            self.tables.offers(&packed, &mut offers);
            let Some(offer) = offers.get(usize::from(number)) else { break };
            choices.push(by_name(offer.choice, &names));
            let next = self.tables.take(&self.host, &packed, offer);
            if let Some(symmetry) = &self.tables.symmetry {
                let places = symmetry.who_is_who(&next.state);
                names = places.into_iter().map(|client| names[client.0]).collect();
            }
        }
        choices
    }

    /// Changes the order of steps, as long as they lead to the same violation
    /// at the same cost, so that one client does several in a row.
    fn calm(&mut self, choices: &mut Vec<Choice>, bit: u16) {
        let Some(first) = self.play(choices) else { return };
        let mut improved = true;
        while improved {
            improved = false;
            for from in 1..choices.len() {
                for to in 0..from {
                    let mut other = choices.clone();
                    let moved = other.remove(from);
                    other.insert(to, moved);
                    if changes(&other) >= changes(choices) {
                        continue;
                    }
                    let same = self.play(&other).is_some_and(|played| {
                        // A state is found by being there, not by a last step.
                        let there = bit != 0 || played.end.words() == first.end.words();
                        let as_cheap = played.left.total() == first.left.total();
                        as_cheap && there && played.violated & bit == bit
                    });
                    if same {
                        *choices = other;
                        improved = true;
                    }
                }
            }
        }
    }

    /// Plays a schedule on the numbered parts; `None` if it is not possible.
    fn play(&mut self, choices: &[Choice]) -> Option<Played> {
        let mut state = Packed::new(&self.cast, self.store.words(self.first));
        let left = *self.tables.faults_left(&state);
        let mut played = Played { left, violated: 0, end: state };
        let mut offers = Vec::new();
        for choice in choices {
            self.tables.offers(&state, &mut offers);
            let offer = offers.iter().find(|offer| offer.choice == *choice)?;
            let next = self.tables.take(&self.host, &state, offer);
            (state, played.left, played.violated) = (next.state, offer.left, next.violated);
            played.end = state;
        }
        Some(played)
    }

    /// What the player shows at the end of the schedule. It runs the same code
    /// on absolute times: a schedule that does not lead there is none.
    fn replay(&self, property: Property, schedule: &Schedule) -> Option<Violation> {
        let (cast, host) = (Rc::new(Cast::clone(&self.cast)), Rc::clone(&self.host));
        let mut player = Player::new(cast, host, schedule.clone());
        player.seek(schedule.choices.len());
        if property == Property::CanBeTakenAgain {
            return self.dead_lock().map(|lock| Violation::NeverFree { lock });
        }
        let last = player.timeline().last()?;
        last.events.iter().find_map(|event| match &event.kind {
            crate::EventKind::Violated(violation) if violation.property() == property => {
                Some(violation.clone())
            }
            _ => None,
        })
    }
}

/// How often another client goes on than the one before.
fn changes(choices: &[Choice]) -> usize {
    let movers = choices.iter().filter_map(|choice| match choice {
        Choice::Client(client)
        | Choice::Watchdog(client)
        | Choice::Crash(client)
        | Choice::LoseRequest(client)
        | Choice::LoseReply(client)
        | Choice::LoseWatchdogRequest(client)
        | Choice::LoseWatchdogReply(client)
        | Choice::ClockJump { client, .. } => Some(client),
        Choice::Time { .. } | Choice::Node(..) => None,
    });
    let mut last = None;
    movers.filter(|mover| last.replace(*mover).is_some_and(|before| before != *mover)).count()
}
