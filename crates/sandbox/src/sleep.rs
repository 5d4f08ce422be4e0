//! Waiting for a moment of a sandbox's clock.

use crate::Sandbox;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// Ends when the sandbox's clock has come to a moment; made by
/// [`Sandbox::sleep_until_ms`].
#[derive(Debug)]
#[must_use = "it does nothing unless it is awaited"]
pub struct Sleep {
    sandbox: Sandbox,
    at_ms: i64,
    /// Its number among those that wait, once it does.
    number: Option<u64>,
}

impl Sleep {
    pub(crate) fn new(sandbox: Sandbox, at_ms: i64) -> Self {
        Self { sandbox, at_ms, number: None }
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let sandbox = self.sandbox.clone();
        let mut inner = sandbox.shared.lock();
        if inner.clock.now_ms() >= self.at_ms {
            return Poll::Ready(());
        }
        let sleepers = &mut inner.sleepers;
        let number = *self.number.get_or_insert_with(|| sleepers.number());
        let former = sleepers.waiting.insert((self.at_ms, number), context.waker().clone());
        // Whatever a waker does when it is dropped, it does without the lock.
        drop(inner);
        drop(former);
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            let waker = self.sandbox.shared.lock().sleepers.waiting.remove(&(self.at_ms, number));
            drop(waker);
        }
    }
}

/// Tasks that wait for the clock, by their moment and in the order of coming.
#[derive(Debug, Default)]
pub(crate) struct Sleepers {
    waiting: BTreeMap<(i64, u64), Waker>,
    numbers: u64,
}

impl Sleepers {
    fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    /// The next moment that somebody waits for.
    pub(crate) fn next_ms(&self) -> Option<i64> {
        self.waiting.first_key_value().map(|((at_ms, _), _)| *at_ms)
    }

    /// Wakes those whose moment has come.
    pub(crate) fn wake(&mut self, now_ms: i64) {
        while let Some(first) = self.waiting.first_entry()
            && first.key().0 <= now_ms
        {
            first.remove().wake();
        }
    }
}
