//! What is told to `tracing` and `metrics`, where they are wanted.
//!
//! Counters: `lockstep_lock_acquired_total`, `…_contended_total` (an attempt at
//! which it was taken), `…_lost_total`, `…_extended_total`. Histograms in
//! seconds: `lockstep_lock_wait_seconds` (from asking to having),
//! `lockstep_lock_hold_seconds` (from having to giving back). The label is the
//! algorithm: keys are too many for labels, and stand in the traces.

use crate::{Lock, LockError, Loss, Released};

/// A lock was taken, after waiting so long for it and so many attempts.
pub(crate) fn acquired(lock: &Lock, waited_ms: u64, attempts: u32) {
    let contended = u64::from(attempts.saturating_sub(1));
    #[cfg(feature = "tracing")]
    tracing::debug!(key = %name(lock), waited_ms, attempts, "lock acquired");
    #[cfg(feature = "metrics")]
    {
        count("lockstep_lock_acquired_total", lock, 1);
        count("lockstep_lock_contended_total", lock, contended);
        time("lockstep_lock_wait_seconds", lock, waited_ms);
    }
    let _ = (lock, waited_ms, contended);
}

/// A lock was not taken, after waiting so long for it and so many attempts. A
/// failure of another kind ended the last of them: that was not contention.
pub(crate) fn not_acquired(lock: &Lock, waited_ms: u64, attempts: u32, error: &LockError) {
    let taken = matches!(error, LockError::Taken { .. } | LockError::TimedOut { .. });
    let contended = u64::from(attempts.saturating_sub(u32::from(!taken)));
    #[cfg(feature = "tracing")]
    tracing::debug!(key = %name(lock), waited_ms, attempts, %error, "lock not acquired");
    #[cfg(feature = "metrics")]
    count("lockstep_lock_contended_total", lock, contended);
    let _ = (lock, waited_ms, contended);
}

/// A lock lives on.
pub(crate) fn extended(lock: &Lock) {
    #[cfg(feature = "tracing")]
    tracing::trace!(key = %name(lock), "lock extended");
    #[cfg(feature = "metrics")]
    count("lockstep_lock_extended_total", lock, 1);
    let _ = lock;
}

/// A lock was lost while its guard lived.
pub(crate) fn lost(lock: &Lock, loss: Loss) {
    #[cfg(feature = "tracing")]
    tracing::warn!(key = %name(lock), %loss, "lock lost");
    #[cfg(feature = "metrics")]
    count("lockstep_lock_lost_total", lock, 1);
    let _ = (lock, loss);
}

/// A lock was given back, after having been held so long.
pub(crate) fn released(lock: &Lock, held_ms: u64, outcome: &Released) {
    #[cfg(feature = "tracing")]
    tracing::debug!(key = %name(lock), held_ms, ?outcome, "lock released");
    #[cfg(feature = "metrics")]
    time("lockstep_lock_hold_seconds", lock, held_ms);
    let _ = (lock, held_ms, outcome);
}

#[cfg(feature = "tracing")]
fn name(lock: &Lock) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(&lock.key)
}

#[cfg(feature = "metrics")]
fn count(counter: &'static str, lock: &Lock, by: u64) {
    metrics::counter!(counter, "algorithm" => lock.algorithm.name()).increment(by);
}

#[cfg(feature = "metrics")]
#[expect(clippy::cast_precision_loss, reason = "no wait is so long that it would show")]
fn time(histogram: &'static str, lock: &Lock, length_ms: u64) {
    let seconds = length_ms as f64 / 1000.0;
    metrics::histogram!(histogram, "algorithm" => lock.algorithm.name()).record(seconds);
}
