//! One thing that the keeper does.

use super::super::held::Held;
use crate::release::Tries;
use crate::{
    Happened, Lock, Loss, Operation, Progress, Release, Released, Request, Resume, Token, Wants,
    Watchdog, telemetry,
};
use std::sync::Arc;

/// One thing that the keeper does.
pub(super) struct Task {
    work: Work,
    /// When it is to be gone on with.
    pub(super) due_ms: Option<u64>,
    /// How many answers are to come.
    pub(super) under_way: usize,
    /// Whether an answer was lost since it began.
    pub(super) failed: bool,
}

enum Work {
    /// Extends the lock.
    Watch { watchdog: Watchdog, held: Arc<Held> },
    /// Waits for the end of the validity of a lock that nobody extends.
    ExpectEnd(Arc<Held>),
    /// Gives a lock back; `release` is `None` while it rests between two tries,
    /// `since_ms` where it was never held.
    GiveBack {
        lock: Lock,
        token: Token,
        since_ms: Option<u64>,
        release: Option<Release>,
        tries: Tries,
    },
    /// Nothing more, but answers may be on their way.
    Stopped,
}

/// What a task wants next.
#[derive(Default)]
pub(super) struct Step {
    pub(super) send: Vec<Request>,
    pub(super) resume: Option<Resume>,
    pub(super) lost: Option<(Arc<Held>, Loss)>,
}

impl From<Wants> for Step {
    fn from(wants: Wants) -> Self {
        Self { send: wants.send, resume: wants.resume, lost: None }
    }
}

impl Task {
    pub(super) fn watch(held: &Arc<Held>, now_ms: u64) -> Self {
        let mut watchdog = Watchdog::new(&held.lock, &held.current());
        let due_ms = match watchdog.resume(now_ms, Happened::Started) {
            Progress::Wants(Wants { resume: Some(range), .. }) => range.earliest_ms,
            _ => now_ms,
        };
        Self::new(Work::Watch { watchdog, held: Arc::clone(held) }, due_ms)
    }

    pub(super) fn expect_end(held: &Arc<Held>) -> Self {
        Self::new(Work::ExpectEnd(Arc::clone(held)), held.valid_until_ms())
    }

    /// It is tried until the lock must have ended by itself.
    pub(super) fn give_back(lock: Lock, token: Token, since_ms: Option<u64>, now_ms: u64) -> Self {
        let (tries, release) = (Tries::new(&lock, now_ms), None);
        Self::new(Work::GiveBack { lock, token, since_ms, release, tries }, now_ms)
    }

    fn new(work: Work, due_ms: u64) -> Self {
        Self { work, due_ms: Some(due_ms), under_way: 0, failed: false }
    }

    /// Nothing more of it begins.
    pub(super) fn stop(&mut self) {
        self.work = Work::Stopped;
    }

    /// Whether nothing of it is left.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.work, Work::Stopped) && self.under_way == 0
    }

    /// Its moment has come.
    pub(super) fn due(&mut self, now_ms: u64) -> Step {
        let happened = match &mut self.work {
            Work::GiveBack { lock, token, release: release @ None, .. } => {
                *release = Some(Release::abandon(lock, token));
                self.failed = false;
                Happened::Started
            }
            _ => Happened::DeadlineReached,
        };
        self.resume(now_ms, happened)
    }

    /// Goes on with what happened.
    pub(super) fn resume(&mut self, now_ms: u64, happened: Happened) -> Step {
        match &mut self.work {
            Work::Watch { watchdog, held, .. } => {
                let progress = watchdog.resume(now_ms, happened);
                held.extended(watchdog.valid_until_ms());
                match progress {
                    Progress::Wants(wants) => wants.into(),
                    Progress::Done(loss) => {
                        let lost = Some((Arc::clone(held), loss));
                        self.stop();
                        Step { lost, ..Step::default() }
                    }
                }
            }
            Work::ExpectEnd(held) => {
                let end_ms = held.valid_until_ms();
                if now_ms < end_ms {
                    return Step { resume: Some(Resume::at(end_ms)), ..Step::default() };
                }
                let lost = Some((Arc::clone(held), held.overdue()));
                self.stop();
                Step { lost, ..Step::default() }
            }
            Work::GiveBack { release: Some(release), .. } => {
                match release.resume(now_ms, happened) {
                    Progress::Wants(wants) => wants.into(),
                    Progress::Done(released) => self.given_back(now_ms, &released),
                }
            }
            Work::GiveBack { .. } | Work::Stopped => Step::default(),
        }
    }

    /// A release that did not reach every node, or was refused, is tried again.
    fn given_back(&mut self, now_ms: u64, released: &Released) -> Step {
        let is_known = !matches!(released, Released::Indeterminate | Released::Refused { .. });
        let unsure = self.failed || !is_known;
        let Work::GiveBack { lock, since_ms, release, tries, .. } = &mut self.work else {
            return Step::default();
        };
        if let Some(since_ms) = since_ms.take_if(|_| is_known) {
            telemetry::released(lock, now_ms.saturating_sub(since_ms), released);
        }
        let Some(again_ms) = tries.again_ms(now_ms).filter(|_| unsure) else {
            self.stop();
            return Step::default();
        };
        *release = None;
        Step { resume: Some(Resume::at(again_ms)), ..Step::default() }
    }
}
