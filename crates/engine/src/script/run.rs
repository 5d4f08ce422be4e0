//! One script while it runs.

use super::answer::Answer;
use crate::args::Args;
use crate::call::{Call, Caller, Session};
use crate::{ConnectionId, Output, ScriptHost, State, command};
use lockstep_resp::Reply;
use std::any::Any;

/// What a running script works on, and what it must not own itself.
pub(super) struct Run<'a> {
    state: &'a mut State,
    host: &'a ScriptHost,
    output: &'a mut Output,
    connection: ConnectionId,
    /// Its own: what a script selects ends with it.
    session: Session,
    now_ms: i64,
    /// The compiled script in the machine.
    pub(super) function: i32,
    pub(super) keys: &'a [&'a [u8]],
    pub(super) argv: &'a [&'a [u8]],
    /// What the last function of the table `redis` answered.
    pub(super) answer: Answer,
    panic: Option<Box<dyn Any + Send>>,
}

impl<'a> Run<'a> {
    pub(super) fn new<'c: 'a>(
        call: &'a mut Call<'c>,
        function: i32,
        keys: &'a [&'a [u8]],
        argv: &'a [&'a [u8]],
    ) -> Self {
        Self {
            state: &mut *call.state,
            host: call.host,
            output: &mut *call.output,
            connection: call.connection,
            session: call.session,
            now_ms: call.now_ms,
            function,
            keys,
            argv,
            answer: Answer::NOTHING,
            panic: None,
        }
    }

    /// Runs a command of the script through the dispatcher of all commands.
    pub(super) fn command(&mut self, words: &[&[u8]]) -> Option<Reply> {
        let mut call = Call {
            state: &mut *self.state,
            host: self.host,
            connection: self.connection,
            session: self.session,
            caller: Caller::Script,
            args: Args::new(words),
            now_ms: self.now_ms,
            output: &mut *self.output,
        };
        let reply = command::dispatch(&mut call);
        self.session = call.session;
        reply
    }

    /// Keeps a panic until Lua is left: it cannot pass through C.
    pub(super) fn park_panic(&mut self, panic: Box<dyn Any + Send>) {
        self.panic = Some(panic);
    }

    pub(super) fn resume_panic(&mut self) {
        if let Some(panic) = self.panic.take() {
            std::panic::resume_unwind(panic);
        }
    }
}
