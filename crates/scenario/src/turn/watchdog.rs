//! A watchdog beside the work.

use super::Turn;
use super::send::Sent;
use crate::client::Beside;
use crate::{EventKind, LockIndex};
use lockstep_lock::{Grant, Happened, Loss, Operation, Progress, Watchdog};
use std::collections::VecDeque;

impl Turn<'_> {
    /// A watchdog begins with the grant, where the lock has one.
    pub(super) fn guard(&mut self, lock: LockIndex, grant: &Grant) {
        let spec = &self.cast.locks[lock.0];
        if !spec.watchdog {
            return;
        }
        let watchdog = Watchdog::new(&spec.of(self.cast.name(self.client)), grant);
        let beside =
            Beside { watchdog, unsent: VecDeque::new(), resume_at_ms: None, paused: false };
        self.me.beside.insert(lock, beside);
        self.resume_watchdog(lock, Happened::Started);
    }

    /// The watchdog that is due takes a step.
    pub(crate) fn take_watchdog(mut self) {
        let due = self.me.due_watchdog();
        let due = due.filter(|lock| self.me.ready_from_ms(&self.me.beside[lock]) <= self.now_ms);
        let Some(lock) = due else {
            return self.cannot_go_on();
        };
        let idle = self.me.beside.get_mut(&lock).is_some_and(|beside| {
            beside.paused = false;
            beside.unsent.is_empty()
        });
        if idle {
            self.resume_watchdog(lock, Happened::DeadlineReached);
        }
        let request = self.me.beside.get_mut(&lock).and_then(|b| b.unsent.pop_front());
        let Some(request) = request else { return };
        let id = request.id;
        let happened = match self.send(request.node, &request.command) {
            Sent::Answered(reply) => Happened::Replied { request: id, reply },
            Sent::Lost | Sent::Later => Happened::Lost { request: id },
        };
        self.resume_watchdog(lock, happened);
    }

    fn resume_watchdog(&mut self, lock: LockIndex, happened: Happened) {
        let now_ms = self.client_now_ms();
        let Some(beside) = self.me.beside.get_mut(&lock) else { return };
        match beside.watchdog.resume(now_ms, happened) {
            Progress::Wants(wants) => {
                beside.unsent.extend(wants.send);
                if let Some(resume) = wants.resume {
                    beside.resume_at_ms = Some(resume.earliest_ms);
                }
                let valid_until_ms = beside.watchdog.valid_until_ms();
                let grant = self.me.grants.get_mut(&lock);
                if let Some(grant) = grant.filter(|grant| grant.valid_until_ms < valid_until_ms) {
                    grant.valid_until_ms = valid_until_ms;
                    let (client, outcome) =
                        (self.client, lockstep_lock::Extended::Extended { valid_until_ms });
                    self.happened(EventKind::Extended { client, lock, outcome });
                }
            }
            Progress::Done(loss) => self.lost_lock(lock, loss),
        }
    }

    fn lost_lock(&mut self, lock: LockIndex, loss: Loss) {
        let client = self.client;
        self.me.beside.remove(&lock);
        if let Some(grant) = self.me.grants.get_mut(&lock) {
            grant.valid_until_ms = 0;
        }
        self.happened(EventKind::LostLock { client, lock, loss });
    }
}
