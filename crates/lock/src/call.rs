//! What is asked of one node, and how its answer is read.

use crate::script::{Draft, ScriptCall};
use lockstep_resp::{Blob, Command, Reply};

/// One question to one node: a command, a script, or a command of newer
/// servers with the script that does the same on all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Call {
    Plain {
        command: Command,
        form: Form,
    },
    Script(ScriptCall),
    /// Compare-and-set or compare-and-delete by a single command. It says
    /// neither whether another owner was the reason nor works everywhere: on
    /// both the script is asked, which changes nothing that was not changed.
    Native {
        command: Command,
        script: ScriptCall,
    },
}

/// How a plain command answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// `OK` or nil, as `SET … NX` does.
    Status,
    /// 1 if there was something to do it to, otherwise 0.
    Count,
    /// Any number, as `WAIT` does.
    Number,
}

/// What a node said.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Vote {
    /// It did as asked, with the number that came along.
    Yes(i64),
    /// It did nothing, with the number that says why.
    No(i64),
    /// It answered with an error, or with something that is no answer.
    Refused(Blob),
    /// No answer came; it may have done it.
    Lost,
}

/// The call of a script.
impl From<Draft> for Call {
    fn from(draft: Draft) -> Self {
        Self::Script(draft.call())
    }
}

impl Call {
    /// What to send.
    pub(crate) fn command(&self) -> &Command {
        match self {
            Self::Plain { command, .. } | Self::Native { command, .. } => command,
            Self::Script(script) => &script.command,
        }
    }

    /// Reads an answer; `None` if there is more to ask, which is what
    /// [`Call::command`] says from now on.
    pub(crate) fn read(&mut self, reply: Reply) -> Option<Vote> {
        match self {
            Self::Plain { form, .. } => Some(form.read(reply)),
            Self::Script(script) => (!script.needs_body(&reply)).then(|| read_script(reply)),
            Self::Native { script, .. } => match reply {
                Reply::Integer(1) => Some(Vote::Yes(1)),
                Reply::Simple(status) if status == "OK" => Some(Vote::Yes(1)),
                reply if reply.is_nil() || reply == Reply::Integer(0) || is_unknown(&reply) => {
                    *self = Self::Script(script.clone());
                    None
                }
                other => Some(Vote::Refused(refusal(other))),
            },
        }
    }
}

impl Form {
    fn read(self, reply: Reply) -> Vote {
        match (self, reply) {
            (Self::Status, Reply::Simple(status)) if status == "OK" => Vote::Yes(0),
            (Self::Status, reply) if reply.is_nil() => Vote::No(-1),
            (Self::Count, Reply::Integer(1)) => Vote::Yes(1),
            // Nobody has it: these commands do not ask whose it is.
            (Self::Count, Reply::Integer(0)) => Vote::No(-1),
            (Self::Number, Reply::Integer(n)) => Vote::Yes(n),
            // Anything else is no answer: inside `MULTI` it is only `QUEUED`.
            (_, other) => Vote::Refused(refusal(other)),
        }
    }
}

/// Scripts answer one number, above 0 for yes; those that acquire answer 1 or
/// 0 and a number.
fn read_script(reply: Reply) -> Vote {
    match reply {
        Reply::Integer(n) if n > 0 => Vote::Yes(n),
        Reply::Integer(n) => Vote::No(n),
        Reply::Array(items) => match items.as_slice() {
            [Reply::Integer(1), Reply::Integer(n)] => Vote::Yes(*n),
            [Reply::Integer(0), Reply::Integer(n)] => Vote::No(*n),
            _ => Vote::Refused(refusal(Reply::Array(items))),
        },
        other => Vote::Refused(refusal(other)),
    }
}

/// Whether a server says that it does not know the command or its words. It
/// has then done nothing.
fn is_unknown(reply: &Reply) -> bool {
    let Reply::Error(text) = reply else { return false };
    text.starts_with(b"ERR unknown command") || **text == *b"ERR syntax error"
}

/// What a server said that is not the answer to what was asked: an error's
/// text, or the reply as `redis-cli` prints it.
fn refusal(reply: Reply) -> Blob {
    match reply {
        Reply::Error(text) => text,
        other => Blob::from(other.to_string().as_bytes()),
    }
}
