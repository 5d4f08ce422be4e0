//! A lock operation under way.

use super::Turn;
use super::send::Sent;
use crate::client::{AnyOperation, AnyOutcome, Awaited, Outgoing, Running};
use crate::{EventKind, LockIndex, Unanswered};
use lockstep_lock::{
    Algorithm, Extend, Extended, Grant, Happened, NodeIndex, Progress, Release, Token, Wants,
};
use lockstep_resp::{Blob, Command};
use std::collections::VecDeque;

impl Turn<'_> {
    pub(super) fn acquire(&mut self, lock: LockIndex, only_tries: bool) {
        self.me.tokens += 1;
        let name = self.cast.name(self.client);
        let token = Token::new(format!("{name}-{}", self.me.tokens));
        let operation = self.cast.locks[lock.0].acquire(name, token);
        self.start(lock, AnyOperation::Acquire(Box::new(operation)), only_tries);
    }

    pub(super) fn extend(&mut self, lock: LockIndex) {
        let spec = self.cast.locks[lock.0].of(self.cast.name(self.client));
        match self.me.grants.get(&lock) {
            Some(grant) => {
                let operation = Extend::new(&spec, grant);
                self.start(lock, AnyOperation::Extend(Box::new(operation)), true);
            }
            None => self.nothing_held(lock),
        }
    }

    pub(super) fn release(&mut self, lock: LockIndex) {
        self.me.beside.remove(&lock);
        let spec = self.cast.locks[lock.0].of(self.cast.name(self.client));
        match self.me.grants.get(&lock) {
            Some(grant) => {
                let operation = Release::new(&spec, grant);
                self.start(lock, AnyOperation::Release(Box::new(operation)), true);
            }
            None => self.nothing_held(lock),
        }
    }

    fn nothing_held(&mut self, lock: LockIndex) {
        let client = self.client;
        self.me.done = false;
        self.happened(EventKind::NothingHeld { client, lock });
        self.next_line();
    }

    /// Begins a lock operation and sends its first command, if it has one.
    fn start(&mut self, lock: LockIndex, operation: AnyOperation, only_tries: bool) {
        self.me.running = Some(Running {
            lock,
            operation,
            unsent: VecDeque::new(),
            awaited: None,
            resume_at_ms: None,
            asked: 0,
            listens: false,
            only_tries,
            outcome: None,
        });
        self.resume(Happened::Started);
        self.send_one();
    }

    /// Goes on with the operation under way.
    pub(super) fn go_on(&mut self) {
        let Some(running) = &mut self.me.running else { return };
        if !running.unsent.is_empty() {
            return self.send_one();
        }
        let happened = self.what_happened();
        if let Some(running) = &mut self.me.running
            && !matches!(happened, Happened::Replied { .. } | Happened::Lost { .. })
        {
            running.asked = 0;
        }
        self.resume(happened);
        self.send_one();
    }

    /// An answer came late, a message came, or the deadline is reached:
    /// otherwise the client would not be ready.
    fn what_happened(&mut self) -> Happened {
        let connections = self.me.connections;
        let Some(running) = &mut self.me.running else { return Happened::DeadlineReached };
        if let Some(Awaited { request, node }) = running.awaited {
            let there = self.nodes.get(usize::from(node.0));
            if there.is_some_and(|node| node.has_mail(connections.main)) {
                running.awaited = None;
                return match self.take_mail(node, connections.main) {
                    Some(reply) => Happened::Replied { request, reply },
                    None => Happened::Lost { request },
                };
            }
            return Happened::DeadlineReached;
        }
        let home = NodeIndex(0);
        let told = self.nodes.first().is_some_and(|node| node.has_mail(connections.listener));
        if running.listens && told {
            return match self.take_mail(home, connections.listener) {
                Some(_) => Happened::Woken,
                None => Happened::Deaf,
            };
        }
        Happened::DeadlineReached
    }

    fn send_one(&mut self) {
        let Some(running) = &mut self.me.running else { return };
        let Some(outgoing) = running.unsent.pop_front() else { return };
        match outgoing {
            Outgoing::Subscribe(channel) => self.subscribe(&channel),
            Outgoing::Request(request) => {
                let (id, node) = (request.id, request.node);
                let bit = 1u16.checked_shl(node.0.into()).unwrap_or(0);
                let goes_on = running.asked & bit != 0;
                running.asked |= bit;
                if goes_on && self.hung_up(node) {
                    self.lost(node, request.command, Unanswered::Unreachable);
                    return self.resume(Happened::Lost { request: id });
                }
                match self.send(node, &request.command) {
                    Sent::Answered(reply) => self.resume(Happened::Replied { request: id, reply }),
                    Sent::Lost => self.resume(Happened::Lost { request: id }),
                    Sent::Later => {
                        if let Some(running) = &mut self.me.running {
                            running.awaited = Some(Awaited { request: id, node });
                        }
                    }
                }
            }
        }
    }

    /// Whether the connection ended since the operation last asked this node. It
    /// must not go on over another: `WAIT` there would count replicas that have
    /// everything of a connection which has written nothing.
    fn hung_up(&mut self, node: NodeIndex) -> bool {
        let client = self.client;
        let Some(node) = self.nodes.get_mut(usize::from(node.0)) else { return false };
        let hung_up = node.hung_up.contains(client);
        node.hung_up.remove(client);
        hung_up
    }

    fn subscribe(&mut self, channel: &Blob) {
        let (client, node) = (self.client, NodeIndex(0));
        let listener = self.me.connections.listener;
        let Some(home) = self.nodes.first_mut().filter(|home| home.reaches(client)) else {
            return self.resume(Happened::Deaf);
        };
        let command = Command::new([b"SUBSCRIBE", &**channel]);
        let applied = home.submit(self.host, listener, &command, self.now_ms);
        let reply = applied.reply;
        self.happened(EventKind::Command { client, node, command, reply });
        if let Some(running) = &mut self.me.running {
            running.listens = true;
        }
        self.resume(Happened::Listening);
    }

    /// Tells the operation what happened.
    pub(super) fn resume(&mut self, happened: Happened) {
        let (client, now_ms) = (self.client, self.client_now_ms());
        let Some(running) = &mut self.me.running else { return };
        if running.outcome.is_some() {
            // It has made up its mind; what still comes in changes nothing.
            return self.done_if_all_is_sent();
        }
        let lock = running.lock;
        if happened == Happened::DeadlineReached {
            running.resume_at_ms = None;
        }
        match running.operation.resume(now_ms, happened) {
            Progress::Wants(Wants { send, resume, listen }) => {
                running.unsent.extend(listen.map(Outgoing::Subscribe));
                let waits = send.is_empty() && running.unsent.is_empty();
                running.unsent.extend(send.into_iter().map(Outgoing::Request));
                if let Some(resume) = resume {
                    running.resume_at_ms = Some(resume.earliest_ms);
                    if waits && running.awaited.is_none() {
                        let at_ms = self.me.in_world_ms(resume.earliest_ms);
                        self.happened(EventKind::WillRetry { client, lock, at_ms });
                    }
                }
            }
            Progress::Done(outcome) => running.outcome = Some(outcome),
        }
        self.done_if_all_is_sent();
    }

    /// What one operation asks of several nodes is on its way at the same time:
    /// it is over only when all of it is sent.
    fn done_if_all_is_sent(&mut self) {
        let Some(running) = &mut self.me.running else { return };
        if !running.unsent.is_empty() {
            return;
        }
        let Some(outcome) = running.outcome.take() else { return };
        let (lock, only_tries, listens) = (running.lock, running.only_tries, running.listens);
        self.me.running = None;
        if listens {
            self.unsubscribe(lock);
        }
        self.outcome(lock, outcome, only_tries);
    }

    fn unsubscribe(&mut self, lock: LockIndex) {
        let listener = self.me.connections.listener;
        let channel = self.cast.locks[lock.0].lock.channel();
        if let Some(home) = self.nodes.first_mut() {
            let command = Command::new([b"UNSUBSCRIBE", &*channel]);
            home.submit(self.host, listener, &command, self.now_ms);
            home.drop_mail(listener);
        }
    }

    fn outcome(&mut self, lock: LockIndex, outcome: AnyOutcome, only_tries: bool) {
        let client = self.client;
        match outcome {
            AnyOutcome::Acquire(outcome) => {
                self.me.done = outcome.is_ok();
                self.happened(EventKind::Acquired { client, lock, outcome: outcome.clone() });
                match outcome {
                    Ok(grant) => {
                        self.guard(lock, &grant);
                        self.hold(lock, grant);
                        self.next_line();
                    }
                    Err(_) if only_tries => self.next_line(),
                    Err(_) => self.finish(),
                }
            }
            AnyOutcome::Extend(outcome) => {
                self.me.done = matches!(outcome, Extended::Extended { .. });
                if let Extended::Extended { valid_until_ms } = outcome
                    && let Some(grant) = self.me.grants.get_mut(&lock)
                {
                    grant.valid_until_ms = valid_until_ms;
                }
                self.happened(EventKind::Extended { client, lock, outcome });
                self.next_line();
            }
            AnyOutcome::Release(outcome) => {
                self.me.done = outcome == lockstep_lock::Released::Released;
                self.happened(EventKind::Released { client, lock, outcome });
                self.let_go(lock);
                self.next_line();
            }
        }
    }

    /// A reentrant lock that is held already is held once more.
    fn hold(&mut self, lock: LockIndex, grant: Grant) {
        let reentrant = self.cast.locks[lock.0].lock.algorithm == Algorithm::Reentrant;
        let before = self.me.grants.insert(lock, grant);
        if let Some(outer) = before.filter(|_| reentrant) {
            self.me.outer.push((lock, outer));
        }
    }

    /// What was held before is held on, as long as what was held inside: all
    /// holds of an owner live in one key.
    fn let_go(&mut self, lock: LockIndex) {
        let inner = self.me.grants.remove(&lock);
        let outer = self.me.outer.iter().rposition(|(held, _)| *held == lock);
        if let (Some(inner), Some(outer)) = (inner, outer) {
            let (_, mut outer) = self.me.outer.remove(outer);
            outer.valid_until_ms = outer.valid_until_ms.max(inner.valid_until_ms);
            self.guard(lock, &outer);
            self.me.grants.insert(lock, outer);
        }
    }
}
