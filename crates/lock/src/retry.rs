//! When to try again.

use crate::Resume;

/// How long to wait after a failed attempt before the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Retry {
    /// One attempt only.
    Never,
    /// Another attempt after each pause of this length, for ever.
    Every {
        /// The pause in milliseconds; 0 counts as 1.
        pause_ms: u64,
    },
    /// Pauses that double up to a cap; each is drawn from its upper half, so
    /// that clients who failed together do not return together.
    Backoff {
        /// The first pause in milliseconds; 0 counts as 1.
        first_ms: u64,
        /// The longest pause in milliseconds.
        cap_ms: u64,
        /// How many attempts in all.
        attempts: u32,
    },
}

impl Retry {
    /// Whether its pauses depend on how often it was tried.
    pub(crate) fn counts_attempts(self) -> bool {
        matches!(self, Self::Backoff { .. })
    }

    /// Whether there is another attempt after so many that failed.
    pub(crate) fn goes_on_after(self, failed: u32) -> bool {
        self.after(failed, 0).is_some()
    }

    /// When to try again after `failed` attempts, the last of which failed at
    /// `now_ms`; `None` to give up.
    pub(crate) fn after(self, failed: u32, now_ms: u64) -> Option<Resume> {
        let (shortest_ms, longest_ms) = match self {
            Self::Never => return None,
            Self::Every { pause_ms } => (pause_ms, pause_ms),
            Self::Backoff { attempts, .. } if failed >= attempts => return None,
            Self::Backoff { first_ms, cap_ms, .. } => {
                let doublings = 1u64.checked_shl(failed.saturating_sub(1));
                let pause_ms = first_ms.max(1).saturating_mul(doublings.unwrap_or(u64::MAX));
                let pause_ms = pause_ms.min(cap_ms);
                (pause_ms / 2, pause_ms)
            }
        };
        // A pause of nothing would spin for ever without letting time pass.
        Some(Resume {
            earliest_ms: now_ms.saturating_add(shortest_ms.max(1)),
            latest_ms: now_ms.saturating_add(longest_ms.max(1)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_chosen_from_the_range_of_the_policy() {
        let check = |retry: Retry, failed: u32, pause: Option<(u64, u64)>| {
            let range = retry.after(failed, 1000);
            let pause = pause.map(|(earliest, latest)| Resume {
                earliest_ms: 1000 + earliest,
                latest_ms: 1000 + latest,
            });
            assert_eq!(range, pause, "{retry:?} after {failed}");
        };
        let backoff = Retry::Backoff { first_ms: 10, cap_ms: 35, attempts: 4 };
        check(Retry::Never, 1, None);
        check(Retry::Every { pause_ms: 50 }, 9, Some((50, 50)));
        check(Retry::Every { pause_ms: 0 }, 1, Some((1, 1)));
        check(backoff, 1, Some((5, 10)));
        check(backoff, 2, Some((10, 20)));
        check(backoff, 3, Some((17, 35)));
        check(backoff, 4, None);
        let endless = Retry::Backoff { first_ms: 1, cap_ms: u64::MAX, attempts: u32::MAX };
        assert!(endless.after(200, u64::MAX).is_some());
    }
}
