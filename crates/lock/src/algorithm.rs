//! The kinds of lock.

use crate::Token;
use crate::script::{EXTEND, RELEASE, ScriptCall};
use lockstep_resp::{Blob, Command};

/// How a lock is taken and given back on one Redis node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Algorithm {
    /// `SET key token NX EX`, given back by `DEL`: **broken, for teaching**.
    ///
    /// It promises that the lock ends by itself. It does not promise that the
    /// lock which `DEL` removes is one's own: after the time to live has run
    /// out, it is whoever holds it by then.
    Naive,
    /// `SET key token NX PX`, given back by a script that compares first.
    ///
    /// It promises that the lock ends by itself and that nobody removes or
    /// extends another's. It does not promise that the owner is alone once
    /// its time to live has run out; nothing on one node can.
    ///
    /// Source: <https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/>,
    /// "Correct implementation with a single instance".
    Token,
}

impl Algorithm {
    /// Takes the lock if it is free: `OK` if it was, nil if it was not.
    pub(crate) fn acquire(self, key: &Blob, token: &Token, ttl_ms: u64) -> Command {
        let (unit, length) = match self {
            // `EX` knows whole seconds only; less than a second would be none.
            Self::Naive => ("EX", ttl_ms.div_ceil(1000)),
            Self::Token => ("PX", ttl_ms),
        };
        let command = Command::new([b"SET", &**key, token.as_bytes(), b"NX"]);
        command.arg(unit).arg(length.to_string())
    }

    /// Gives the lock back.
    pub(crate) fn release(self, key: &Blob, token: &Token) -> Call {
        match self {
            Self::Naive => Call::Plain(Command::new([b"DEL", &**key])),
            Self::Token => {
                let args = vec![Blob::from(token.as_bytes())];
                Call::Script(ScriptCall::new(&RELEASE, key.clone(), args))
            }
        }
    }

    /// Gives the lock a new time to live.
    pub(crate) fn extend(self, key: &Blob, token: &Token, ttl_ms: u64) -> Call {
        let ttl = ttl_ms.to_string();
        match self {
            Self::Naive => Call::Plain(Command::new([b"PEXPIRE", &**key, ttl.as_bytes()])),
            Self::Token => {
                let args = vec![Blob::from(token.as_bytes()), Blob::from(ttl.as_bytes())];
                Call::Script(ScriptCall::new(&EXTEND, key.clone(), args))
            }
        }
    }
}

/// One command, or one script.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Call {
    Plain(Command),
    Script(ScriptCall),
}

impl Call {
    pub(crate) fn command(&self) -> Command {
        match self {
            Self::Plain(command) => command.clone(),
            Self::Script(script) => script.command(),
        }
    }

    /// See [`ScriptCall::needs_body`].
    pub(crate) fn needs_body(&mut self, reply: &lockstep_resp::Reply) -> bool {
        match self {
            Self::Plain(_) => false,
            Self::Script(script) => script.needs_body(reply),
        }
    }
}
