//! A client that runs an operation, a message at a time.

use super::stage::{Stage, Wire};
use lockstep_lock::{Happened, Operation, Progress, Request, RequestId, Resume};
use lockstep_resp::{Blob, Command, Reply};
use std::collections::VecDeque;

pub(crate) struct Client<O: Operation> {
    operation: O,
    /// How far its clock is ahead.
    ahead_ms: u64,
    unsent: VecDeque<Request>,
    resume: Option<Resume>,
    listens: Option<Blob>,
    ear: Option<Wire>,
    outcome: Option<O::Outcome>,
    /// How many commands it has sent.
    pub(crate) sent: usize,
}

impl<O: Operation> Client<O> {
    pub(crate) fn start(stage: &Stage, operation: O) -> Self {
        Self::start_ahead(stage, operation, 0)
    }

    pub(crate) fn start_ahead(stage: &Stage, operation: O, ahead_ms: u64) -> Self {
        let mut client = Self {
            operation,
            ahead_ms,
            unsent: VecDeque::new(),
            resume: None,
            listens: None,
            ear: None,
            outcome: None,
            sent: 0,
        };
        client.tell(stage, Happened::Started);
        client
    }

    fn tell(&mut self, stage: &Stage, happened: Happened) {
        if self.outcome.is_some() {
            return;
        }
        match self.operation.resume(stage.now_ms + self.ahead_ms, happened) {
            Progress::Done(outcome) => self.outcome = Some(outcome),
            Progress::Wants(wants) => {
                self.unsent.extend(wants.send);
                self.resume = wants.resume.or(self.resume);
                self.listens = wants.listen.or(self.listens.take());
            }
        }
    }

    fn next(&mut self) -> Option<(RequestId, usize, Command)> {
        let request = self.unsent.pop_front()?;
        self.sent += 1;
        Some((request.id, request.node.0.into(), request.command))
    }

    /// Its next command arrives and is answered. Whether there was one.
    pub(crate) fn deliver(&mut self, stage: &mut Stage) -> bool {
        let Some((request, node, command)) = self.next() else { return false };
        let happened = match stage.apply(node, &command) {
            Some(reply) => Happened::Replied { request, reply },
            None => Happened::Lost { request },
        };
        self.tell(stage, happened);
        true
    }

    /// Its next command arrives, and the answer takes so long.
    pub(crate) fn deliver_slowly(&mut self, stage: &mut Stage, by_ms: u64) {
        let (request, node, command) = self.next().expect("a command to send");
        let reply = stage.apply(node, &command).expect("the node is up");
        stage.advance(by_ms);
        self.tell(stage, Happened::Replied { request, reply });
    }

    /// Its next command arrives twice, as after a retransmission.
    pub(crate) fn deliver_twice(&mut self, stage: &mut Stage) {
        let (request, node, command) = self.next().expect("a command to send");
        stage.apply(node, &command).expect("the node is up");
        let reply = stage.apply(node, &command).expect("the node is up");
        self.tell(stage, Happened::Replied { request, reply });
    }

    /// Its next command never arrives.
    pub(crate) fn lose_request(&mut self, stage: &Stage) {
        let (request, ..) = self.next().expect("a command to send");
        self.tell(stage, Happened::Lost { request });
    }

    /// Its next command arrives; the answer does not.
    pub(crate) fn lose_reply(&mut self, stage: &mut Stage) {
        let (request, node, command) = self.next().expect("a command to send");
        stage.apply(node, &command).expect("the node is up");
        self.tell(stage, Happened::Lost { request });
    }

    /// All its commands arrive.
    pub(crate) fn run(&mut self, stage: &mut Stage) {
        while self.deliver(stage) {}
    }

    /// It looks at its clock; what it then wants to send arrives.
    pub(crate) fn tick(&mut self, stage: &mut Stage) {
        let now_ms = stage.now_ms + self.ahead_ms;
        if self.resume.take_if(|resume| resume.earliest_ms <= now_ms).is_some() {
            self.tell(stage, Happened::DeadlineReached);
            self.run(stage);
        }
    }

    /// When it wants to look at its clock, on the stage's.
    pub(crate) fn resume_ms(&self) -> Option<u64> {
        self.resume.map(|resume| resume.earliest_ms.saturating_sub(self.ahead_ms))
    }

    /// Time passes until it is done, and nothing else happens.
    pub(crate) fn wait_until_done(&mut self, stage: &mut Stage) {
        self.run(stage);
        for _ in 0..1000 {
            if self.is_done() {
                return;
            }
            let at_ms = self.resume_ms().expect("it wants something");
            stage.advance(at_ms.saturating_sub(stage.now_ms));
            self.tick(stage);
        }
        panic!("it goes on for ever");
    }

    /// The subscription that it wants is there.
    pub(crate) fn subscribe(&mut self, stage: &mut Stage) {
        let channel = self.listens.clone().expect("it wants to listen");
        self.hears_on(stage, &channel);
        self.tell(stage, Happened::Listening);
        self.run(stage);
    }

    /// What is told on this channel arrives from now on.
    pub(crate) fn hears_on(&mut self, stage: &Stage, channel: &[u8]) {
        let ear = self.ear.get_or_insert_with(|| stage.connect(0));
        ear.call(&Command::new([b"SUBSCRIBE", channel]));
    }

    /// It takes the messages that have arrived and are meant for this token or
    /// for anybody, and answers how many they were.
    pub(crate) fn hear(&mut self, stage: &mut Stage, token: &str) -> usize {
        let ear = self.ear.as_mut().expect("it has subscribed");
        // What was told before has arrived by the time that this is answered.
        ear.send(&Command::new(["PING"]));
        let mut heard = 0;
        while let [Reply::Bulk(kind), .., Reply::Bulk(message)] = &*items(ear.receive()) {
            if **kind == *b"pong" {
                break;
            }
            heard += usize::from(message.is_empty() || **message == *token.as_bytes());
        }
        for _ in 0..heard {
            self.tell(stage, Happened::Woken);
        }
        self.run(stage);
        heard
    }

    pub(crate) fn is_done(&self) -> bool {
        self.outcome.is_some()
    }

    pub(crate) fn outcome(self) -> O::Outcome {
        self.outcome.expect("it is over")
    }
}

fn items(reply: Reply) -> Vec<Reply> {
    match reply {
        Reply::Array(items) | Reply::Push(items) => items,
        other => panic!("{other} is no message"),
    }
}
