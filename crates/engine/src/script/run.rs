//! One script while it runs.

use super::answer::{Answer, Value};
use crate::args::Args;
use crate::call::{Call, Caller, Session};
use crate::{
    CommandError, CommandFlags, CommandSpec, ConnectionId, Output, ScriptHost, State, command,
};
use lockstep_resp::{Protocol, Reply};
use std::any::Any;

/// Whether a read-only script may not call a command. In Redis a message that
/// is published counts as written: replicas see it.
fn may_write(spec: &CommandSpec) -> bool {
    let may_run = !spec.flags.contains(CommandFlags::NOSCRIPT);
    may_run && (spec.flags.contains(CommandFlags::WRITE) || spec.name == "PUBLISH")
}

/// A script in its machine, on its way to run.
#[derive(Clone, Copy)]
pub(super) struct Script {
    /// Where the machine keeps the compiled function.
    pub(super) function: i32,
    /// Whether commands that write are refused.
    pub(super) is_read_only: bool,
}

/// What a running script works on, and what it must not own itself.
pub(super) struct Run<'a> {
    state: &'a mut State,
    host: &'a ScriptHost,
    output: &'a mut Output,
    connection: ConnectionId,
    /// Its own: what a script selects ends with it, and so does the protocol
    /// that it chooses with `redis.setresp`, which begins with RESP2.
    session: Session,
    /// Whether commands that write are refused.
    is_read_only: bool,
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
        script: Script,
        keys: &'a [&'a [u8]],
        argv: &'a [&'a [u8]],
    ) -> Self {
        Self {
            state: &mut *call.state,
            host: call.host,
            output: &mut *call.output,
            connection: call.connection,
            session: Session { protocol: Protocol::Resp2, ..call.session },
            is_read_only: script.is_read_only,
            now_ms: call.now_ms,
            function: script.function,
            keys,
            argv,
            answer: Answer::NOTHING,
            panic: None,
        }
    }

    /// The protocol in whose form replies become Lua values, and Lua values
    /// replies.
    pub(super) fn protocol(&self) -> Protocol {
        self.session.protocol
    }

    pub(super) fn set_protocol(&mut self, protocol: Protocol) {
        self.session.protocol = protocol;
    }

    /// The record of the command that these words call.
    pub(super) fn resolve(&self, words: &[&[u8]]) -> Result<&'static CommandSpec, CommandError> {
        command::resolve(self.state.version, Caller::Script, words)
    }

    /// Runs a command of the script through the dispatcher of all commands, and
    /// answers its reply; an error `raises`, or is answered too.
    pub(super) fn command(&mut self, words: &[&[u8]], raises: bool) {
        if self.is_read_only
            && let Ok(spec) = self.resolve(words)
            && may_write(spec)
        {
            let text = "ERR Write commands are not allowed from read-only scripts.";
            let value = Value::Reply(Some(Reply::error(text)));
            self.answer = Answer { value, raise: raises };
            return;
        }
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
        let is_alike = reply.as_ref().is_none_or(Reply::is_alike);
        let raise = raises && reply.as_ref().is_some_and(Reply::is_error);
        // Each time that a reply is taken apart costs as much as a look-up.
        self.answer = Answer { value: Value::Reply(reply), raise };
        if !is_alike && let Value::Reply(reply) = &mut self.answer.value {
            *reply = reply.take().map(|reply| reply.seen_by(self.session.protocol));
        }
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
