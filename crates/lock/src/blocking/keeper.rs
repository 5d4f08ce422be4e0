//! What goes on beside the work: watchdogs, releases that nobody waits for, and
//! telling of losses.
//!
//! One thread for a family of locks does all of it. It never waits for a node:
//! the nodes' own threads send, so that a slow answer to one lock delays no
//! other. It starts with the first thing to do and ends with the family, never
//! in between: a thread that stops when it has nothing to do can miss what is
//! added at that moment.

mod task;

use super::family::Shared;
use super::held::Held;
use super::node::Answer;
use crate::{Happened, Lock, Loss, NodeIndex, Request, RequestId, Token};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use task::{Step, Task};

/// Names something that the keeper does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TaskId(u64);

/// The keeper of a family of locks.
pub(super) struct Keeper {
    desk: Arc<Desk>,
}

/// What the keeper's thread and its family share.
struct Desk {
    shared: Arc<Shared>,
    book: Mutex<Book>,
    changed: Condvar,
}

#[derive(Default)]
struct Book {
    newest: u64,
    tasks: BTreeMap<TaskId, Task>,
    due: BTreeSet<(u64, TaskId)>,
    answers: VecDeque<(TaskId, RequestId, Answer)>,
    has_thread: bool,
    closing: bool,
}

/// What is to be done once the book is closed again.
enum Effect {
    Send(TaskId, Request),
    Lose(Arc<Held>, Loss),
}

impl Keeper {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let desk = Desk { shared, book: Mutex::default(), changed: Condvar::new() };
        Self { desk: Arc::new(desk) }
    }

    /// Keeps the lock alive.
    pub(super) fn watch(&self, held: &Arc<Held>) -> TaskId {
        self.add(Task::watch(held, self.desk.now_ms()))
    }

    /// Tells when the lock's validity ends.
    pub(super) fn expect_end(&self, held: &Arc<Held>) -> TaskId {
        self.add(Task::expect_end(held))
    }

    /// Gives back what was granted under this token at `since_ms`, or may have
    /// been. It is tried again until the lock must have ended by itself.
    pub(super) fn give_back(&self, lock: Lock, token: Token, since_ms: Option<u64>) {
        self.add(Task::give_back(lock, token, since_ms, self.desk.now_ms()));
    }

    /// Stops it; nothing of it begins any more.
    pub(super) fn forget(&self, id: TaskId) {
        self.desk.book().forget(id);
    }

    /// Stops it, and waits a while for what is on its way.
    pub(super) fn stop(&self, id: TaskId, patience: Duration) {
        let mut book = self.desk.book();
        book.forget(id);
        let is_there = |book: &mut Book| book.tasks.contains_key(&id);
        drop(self.desk.changed.wait_timeout_while(book, patience, is_there));
    }

    /// Does at once all that is due, on this thread.
    pub(super) fn tend(&self) {
        while let Some(effects) = self.desk.turn() {
            for effect in effects {
                match effect {
                    Effect::Send(id, request) => {
                        let answer = self.desk.shared.call(request.node, &request.command);
                        self.desk.answered(id, request.id, answer);
                    }
                    Effect::Lose(held, loss) => held.lose(loss),
                }
            }
        }
    }

    /// The family has ended: the thread ends when it has given everything back.
    pub(super) fn close(&self) {
        self.desk.book().closing = true;
        self.desk.changed.notify_all();
    }

    fn add(&self, task: Task) -> TaskId {
        let mut book = self.desk.book();
        book.newest += 1;
        let id = TaskId(book.newest);
        book.due.extend(task.due_ms.map(|at_ms| (at_ms, id)));
        book.tasks.insert(id, task);
        if !book.has_thread && !self.desk.shared.time.is_injected() {
            let desk = Arc::clone(&self.desk);
            let thread = thread::Builder::new().name("lockstep-keeper".into());
            // Without a thread now, the next addition tries again.
            book.has_thread = thread.spawn(move || desk.keep()).is_ok();
        }
        drop(book);
        self.desk.changed.notify_all();
        id
    }
}

impl Desk {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now_ms(&self) -> u64 {
        self.shared.time.now_ms()
    }

    /// The keeper's thread.
    fn keep(self: &Arc<Self>) {
        loop {
            while let Some(effects) = self.turn() {
                for effect in effects {
                    self.perform(effect);
                }
            }
            let book = self.book();
            if book.closing && book.tasks.is_empty() {
                return;
            }
            if !book.answers.is_empty() {
                continue;
            }
            match book.due.first() {
                Some(&(at_ms, _)) => {
                    drop(self.changed.wait_timeout(book, self.shared.time.left(at_ms)));
                }
                None => drop(self.changed.wait(book)),
            }
        }
    }

    fn perform(self: &Arc<Self>, effect: Effect) {
        match effect {
            Effect::Send(id, Request { id: request, node, command }) => {
                let desk = Arc::clone(self);
                self.send(node, command, move |answer| desk.answered(id, request, answer));
            }
            Effect::Lose(held, loss) => {
                // A callback that panics has told so on standard error; the
                // other locks still need their keeper.
                drop(catch_unwind(AssertUnwindSafe(|| held.lose(loss))));
            }
        }
    }

    fn send(
        &self,
        node: NodeIndex,
        command: lockstep_resp::Command,
        deliver: impl FnOnce(Answer) + Send + 'static,
    ) {
        self.shared.post(node, command, deliver);
    }

    fn answered(&self, id: TaskId, request: RequestId, answer: Answer) {
        self.book().answers.push_back((id, request, answer));
        self.changed.notify_all();
    }

    /// Goes on with one task for which something has happened; `None` if
    /// nothing has.
    fn turn(&self) -> Option<Vec<Effect>> {
        let now_ms = self.now_ms();
        let mut book = self.book();
        let (id, step) = if let Some((id, request, answer)) = book.answers.pop_front() {
            let Some(task) = book.tasks.get_mut(&id) else { return Some(Vec::new()) };
            task.under_way = task.under_way.saturating_sub(1);
            task.failed |= answer.is_err();
            let happened = match answer {
                Ok(reply) => Happened::Replied { request, reply },
                Err(_) => Happened::Lost { request },
            };
            (id, task.resume(now_ms, happened))
        } else {
            let &(at_ms, id) = book.due.first()?;
            if at_ms > now_ms {
                return None;
            }
            book.due.pop_first();
            let Some(task) = book.tasks.get_mut(&id) else { return Some(Vec::new()) };
            task.due_ms = None;
            (id, task.due(now_ms))
        };
        let effects = book.note(id, step, &self.shared);
        drop(book);
        self.changed.notify_all();
        Some(effects)
    }
}

impl Book {
    /// Takes down what a task wants next.
    fn note(&mut self, id: TaskId, step: Step, shared: &Shared) -> Vec<Effect> {
        let Some(task) = self.tasks.get_mut(&id) else { return Vec::new() };
        let mut effects = Vec::new();
        if let Some(range) = step.resume {
            let at_ms = shared.time.choose(range);
            if let Some(before_ms) = task.due_ms.replace(at_ms) {
                self.due.remove(&(before_ms, id));
            }
            self.due.insert((at_ms, id));
        }
        task.under_way += step.send.len();
        effects.extend(step.send.into_iter().map(|request| Effect::Send(id, request)));
        effects.extend(step.lost.map(|(held, loss)| Effect::Lose(held, loss)));
        if task.is_over() {
            self.remove(id);
        }
        effects
    }

    fn forget(&mut self, id: TaskId) {
        if let Some(task) = self.tasks.get_mut(&id) {
            task.stop();
            if task.is_over() {
                self.remove(id);
            }
        }
    }

    fn remove(&mut self, id: TaskId) {
        if let Some(Task { due_ms: Some(at_ms), .. }) = self.tasks.remove(&id) {
            self.due.remove(&(at_ms, id));
        }
    }
}
