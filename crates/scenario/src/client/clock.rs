//! A client's own clock.
//!
//! Whatever a client judges by its own time (until when a lock is valid, when to
//! ask again) is a moment of this clock, and the clock may be ahead of the
//! world's or behind it. How long `work` takes is no such thing: a clock that is
//! off makes nothing slower.

use super::{Beside, Client};
use crate::STARTED_AT_MS;

/// The clock of a client at the beginning of every scenario: operations see
/// the monotonic time of their own client.
pub const CLIENT_STARTED_AT_MS: u64 = 1 << 40;

impl Client {
    /// How far its clock is ahead of the world's, in milliseconds; less than
    /// nothing if it is behind.
    pub fn ahead_ms(&self) -> i64 {
        self.ahead_ms
    }

    /// What its clock shows at this moment of the world's.
    pub(crate) fn own_ms(&self, world_ms: i64) -> u64 {
        let since_ms = world_ms.saturating_sub(STARTED_AT_MS).saturating_add(self.ahead_ms);
        CLIENT_STARTED_AT_MS.saturating_add_signed(since_ms)
    }

    /// When its clock will show this, or has, unless it jumps once more: a
    /// moment of the world's clock, in Unix milliseconds.
    pub fn in_world_ms(&self, own_ms: u64) -> i64 {
        let since_ms = i128::from(own_ms) - i128::from(CLIENT_STARTED_AT_MS);
        let world_ms = i128::from(STARTED_AT_MS) + since_ms - i128::from(self.ahead_ms);
        i64::try_from(world_ms).unwrap_or(i64::MAX)
    }

    /// From which moment of the world's clock on a watchdog of it can go on.
    pub(crate) fn ready_from_ms(&self, beside: &Beside) -> i64 {
        if beside.unsent.is_empty() {
            beside.resume_at_ms.map_or(i64::MAX, |own_ms| self.in_world_ms(own_ms))
        } else {
            i64::MIN
        }
    }

    /// Its clock jumps, ahead or back.
    pub(crate) fn clock_jumps(&mut self, by_ms: i64) {
        self.ahead_ms = self.ahead_ms.saturating_add(by_ms);
    }

    /// Moves every moment that it remembers earlier.
    pub(crate) fn shift(&mut self, earlier_by_ms: i64) {
        if let Some(until_ms) = &mut self.busy_until_ms {
            *until_ms = until_ms.saturating_sub(earlier_by_ms);
        }
        self.shift_own(u64::try_from(earlier_by_ms).unwrap_or(0));
    }

    /// The same with the moments of its own clock alone.
    fn shift_own(&mut self, by_ms: u64) {
        if let Some(running) = &mut self.running {
            running.shift(by_ms);
        }
        for beside in self.beside.values_mut() {
            beside.shift(by_ms);
        }
        for grant in self.grants.values_mut().chain(self.outer.iter_mut().map(|(_, g)| g)) {
            grant.shift(by_ms);
        }
    }

    /// Forgets what decides nothing any more at `now_ms` of the world's clock:
    /// whatever is over is the same, however long ago it was, unless the clock
    /// may still fall behind by `back_ms` and come to it once more. What a clock
    /// shows is only compared with what it remembers: one that is ahead is the
    /// same as one that is right and remembers earlier moments, and one with
    /// which nothing is compared is the same as any other.
    pub(crate) fn forget_past(&mut self, now_ms: i64, back_ms: u64) {
        self.busy_until_ms = self.busy_until_ms.map(|until_ms| until_ms.max(now_ms));
        let back_ms = if self.finished { 0 } else { back_ms };
        if let Ok(ahead_ms) = u64::try_from(self.ahead_ms) {
            self.shift_own(ahead_ms);
            self.ahead_ms = 0;
        }
        let own_now_ms = self.own_ms(now_ms).saturating_sub(back_ms);
        if let Some(running) = &mut self.running {
            running.forget_past(own_now_ms);
        }
        for beside in self.beside.values_mut() {
            beside.forget_past(own_now_ms);
        }
        for grant in self.grants.values_mut().chain(self.outer.iter_mut().map(|(_, g)| g)) {
            grant.forget_past(own_now_ms);
        }
        let remembers =
            self.running.is_some() || !self.beside.is_empty() || !self.grants.is_empty();
        if self.finished || !remembers {
            self.ahead_ms = 0;
        }
    }
}
