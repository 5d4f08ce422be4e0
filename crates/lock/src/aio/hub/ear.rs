//! What one waiter hears.

use super::routes::Waiter;
use super::{Call, Hub};
use crate::{Happened, Lock, Token};
use lockstep_resp::Blob;
use std::task::{Context, Poll};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// What one waiter hears. Dropped, it no longer listens, and a wake-up that was
/// its own and led to no lock is passed on: nobody else would hear of that
/// release.
pub(in super::super) struct Ear<'a> {
    hub: Option<(&'a Hub, &'a Token)>,
    line: Option<Line>,
    /// It was asked to listen and cannot.
    deaf: bool,
    /// It was woken and has no lock yet.
    woken: bool,
}

struct Line {
    channel: Blob,
    waiter: u64,
    heard: UnboundedReceiver<Happened>,
    /// It was there before the task could be told.
    at_once: bool,
}

impl<'a> Ear<'a> {
    /// The ear of a waiter of this token.
    pub(in super::super) fn new(hub: Option<&'a Hub>, token: &'a Token) -> Self {
        let hub = hub.map(|hub| (hub, token));
        Self { hub, line: None, deaf: false, woken: false }
    }

    /// For what does not listen.
    pub(in super::super) fn none() -> Self {
        Self { hub: None, line: None, deaf: false, woken: false }
    }

    /// Begins to listen to a channel.
    pub(in super::super) fn listen(&mut self, channel: Blob) {
        let Some((hub, token)) = self.hub else {
            self.deaf = true;
            return;
        };
        let (line, heard) = unbounded_channel();
        let ear = Waiter { token: token.clone(), line };
        let waiter = hub.number();
        let listen = Call::Listen { channel: channel.clone(), waiter, ear };
        // Where the task is gone, the receiver ends, which is heard as `Deaf`.
        let _ = hub.calls.send(listen);
        self.line = Some(Line { channel, waiter, heard, at_once: false });
    }

    /// Begins to listen to the channel of this lock, if its messages arrive
    /// already: nothing is missed then.
    pub(in super::super) fn listen_at_once(&mut self, lock: &Lock) -> bool {
        let Some((hub, token)) = self.hub else { return false };
        let mut routes = hub.hall.routes();
        if routes.is_empty() {
            return false;
        }
        let channel = lock.channel();
        let mut heard = None;
        let waiter = || {
            let (line, ear) = unbounded_channel();
            let number = hub.number();
            heard = Some((number, ear));
            (number, Waiter { token: token.clone(), line })
        };
        routes.listen_at_once(&channel, waiter);
        drop(routes);
        self.line = heard.map(|(waiter, heard)| Line { channel, waiter, heard, at_once: true });
        self.line.is_some()
    }

    /// The next thing that is heard.
    pub(in super::super) fn poll_heard(&mut self, context: &mut Context<'_>) -> Poll<Happened> {
        if std::mem::take(&mut self.deaf) {
            return Poll::Ready(Happened::Deaf);
        }
        let Some(line) = &mut self.line else {
            return Poll::Pending;
        };
        match line.heard.poll_recv(context) {
            Poll::Ready(Some(happened)) => {
                self.woken |= happened == Happened::Woken;
                Poll::Ready(happened)
            }
            Poll::Ready(None) => {
                self.line = None;
                Poll::Ready(Happened::Deaf)
            }
            Poll::Pending => Poll::Pending,
        }
    }

    /// The wake-ups have led to a lock.
    pub(in super::super) fn has_lock(mut self) {
        self.woken = false;
        if let Some(line) = &mut self.line {
            while line.heard.try_recv().is_ok() {}
        }
    }
}

impl Drop for Ear<'_> {
    fn drop(&mut self) {
        let (Some((hub, _)), Some(mut line)) = (self.hub.take(), self.line.take()) else {
            return;
        };
        // After this nothing comes any more: the task notices and wakes another.
        line.heard.close();
        let mut pass_on = self.woken;
        while let Ok(happened) = line.heard.try_recv() {
            pass_on |= happened == Happened::Woken;
        }
        let leave = if line.at_once {
            let others = hub.hall.routes().leave(&line.channel, line.waiter, pass_on);
            (!others).then_some(Call::Idle)
        } else {
            Some(Call::Leave { channel: line.channel, waiter: line.waiter, pass_on })
        };
        if let Some(leave) = leave {
            let _ = hub.calls.send(leave);
        }
    }
}
