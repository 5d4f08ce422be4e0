//! Runs an operation over connections of the `redis` crate.

use super::family::Shared;
use super::listener::Ear;
use super::node::Answer;
use crate::{Happened, NodeFailure, NodeIndex, Operation, Progress, Request, RequestId, Wants};
use redis::RedisError;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

/// Runs an operation to its end, and answers also the failures on the way.
///
/// One node is asked on this thread. Several are asked at once, each by its own
/// thread in the order of the requests, so that one that hangs does not hold up
/// the others; what is still on its way when the operation is done is finished
/// there. With an injected timer everything happens on this thread, one request
/// after the other, so that a test is the same each time.
///
/// # Panics
///
/// If the operation wants nothing and is not done, against the contract of
/// [`Operation`].
pub(super) fn drive<O: Operation>(
    operation: &mut O,
    shared: &Shared,
    ear: &mut Ear<'_>,
) -> (O::Outcome, Vec<NodeFailure>) {
    let road = if shared.fans_out() {
        let (sender, answers) = mpsc::channel();
        Road::FanOut { sender, answers, under_way: 0 }
    } else {
        Road::Here { unsent: VecDeque::new() }
    };
    let mut run =
        Run { shared, ear, road, deadline_ms: None, ready: VecDeque::new(), failures: vec![] };
    let mut happened = Happened::Started;
    loop {
        match operation.resume(shared.time.now_ms(), happened) {
            Progress::Done(outcome) => {
                run.finish();
                return (outcome, run.failures);
            }
            Progress::Wants(wants) => run.take(wants),
        }
        happened = run.next();
    }
}

struct Run<'a, 'b> {
    shared: &'a Shared,
    ear: &'a mut Ear<'b>,
    road: Road,
    deadline_ms: Option<u64>,
    /// What has happened and was not told yet.
    ready: VecDeque<Happened>,
    failures: Vec<NodeFailure>,
}

enum Road {
    /// One request after the other, on this thread.
    Here { unsent: VecDeque<Request> },
    /// By the nodes' threads.
    FanOut {
        sender: Sender<(NodeIndex, RequestId, Answer)>,
        answers: Receiver<(NodeIndex, RequestId, Answer)>,
        under_way: usize,
    },
}

impl Run<'_, '_> {
    fn take(&mut self, wants: Wants) {
        if let Some(range) = wants.resume {
            self.deadline_ms = Some(self.shared.time.choose(range));
        }
        if let Some(channel) = wants.listen
            && !self.ear.listen(&channel)
        {
            self.ready.push_back(Happened::Deaf);
        }
        match &mut self.road {
            Road::Here { unsent } => unsent.extend(wants.send),
            Road::FanOut { sender, under_way, .. } => {
                *under_way += wants.send.len();
                for Request { id, node, command } in wants.send {
                    let sender = sender.clone();
                    // Nobody listens any more once the operation is done.
                    self.shared.post(node, command, move |answer| {
                        sender.send((node, id, answer)).unwrap_or_default();
                    });
                }
            }
        }
    }

    /// What happens next. A deadline that has come is told before an answer
    /// that came after it.
    fn next(&mut self) -> Happened {
        if let Some(happened) = self.ready.pop_front() {
            return happened;
        }
        if self.is_due() {
            return Happened::DeadlineReached;
        }
        let answer = match &mut self.road {
            Road::Here { unsent } => unsent
                .pop_front()
                .map(|Request { id, node, command }| (node, id, self.shared.call(node, &command))),
            Road::FanOut { answers, under_way, .. } if *under_way > 0 => {
                let answer = match self.deadline_ms {
                    Some(at_ms) => answers.recv_timeout(self.shared.time.left(at_ms)).ok(),
                    None => answers.recv().ok(),
                };
                *under_way -= usize::from(answer.is_some());
                if answer.is_none() {
                    // The loop comes back here if the wait was a little short.
                    return if self.is_due() { Happened::DeadlineReached } else { self.next() };
                }
                answer
            }
            Road::FanOut { .. } => None,
        };
        let Some((node, request, answer)) = answer else {
            return self.wait();
        };
        let happened = match answer {
            Ok(reply) => Happened::Replied { request, reply },
            Err(source) => {
                self.failed(node, source);
                Happened::Lost { request }
            }
        };
        if self.is_due() {
            self.ready.push_back(happened);
            return Happened::DeadlineReached;
        }
        happened
    }

    /// Whether the deadline has come, which is then told and over.
    fn is_due(&mut self) -> bool {
        self.deadline_ms.take_if(|at_ms| self.shared.time.now_ms() >= *at_ms).is_some()
    }

    /// No answer is on its way.
    fn wait(&mut self) -> Happened {
        if self.ear.is_open() {
            let heard = self.ear.hear(self.deadline_ms);
            return match heard {
                Some(happened) => happened,
                None => self.next(),
            };
        }
        let Some(at_ms) = self.deadline_ms.take() else {
            panic!("the operation wants nothing and is not done: it would wait for ever")
        };
        self.shared.time.wait_until_ms(at_ms);
        Happened::DeadlineReached
    }

    /// What was to be sent is sent, though nobody waits for the answers.
    fn finish(&mut self) {
        if let Road::Here { unsent } = &mut self.road {
            for Request { node, command, .. } in std::mem::take(unsent) {
                if let Err(source) = self.shared.call(node, &command) {
                    self.failed(node, source);
                }
            }
        }
    }

    /// The first failure of a node says most.
    fn failed(&mut self, node: NodeIndex, source: Arc<RedisError>) {
        if !self.failures.iter().any(|failure| failure.node == node) {
            self.failures.push(NodeFailure { node, source });
        }
    }
}

/// A node that is not there gives no answer.
pub(super) fn no_such_node() -> Answer {
    Err(Arc::new(io::Error::from(io::ErrorKind::NotFound).into()))
}
