//! What goes wrong between a client and the server, on order.

use lockstep_resp::Blob;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What goes wrong with one command.
///
/// A pipeline of the `redis` crate is sent at once: where one of its commands
/// meets a fault, all of it is lost, late or broken off. Only an error is for that
/// command alone, or for the transaction that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The command never arrives; the client runs into a time-out.
    DropRequest,
    /// The command is applied, and the client runs into a time-out. To the
    /// client it looks like [`Fault::DropRequest`].
    DropReply,
    /// The command takes so long on its way: the sandbox's clock moves on
    /// before it is applied.
    Delay(Duration),
    /// The server answers with this error, its code first, and applies nothing.
    /// Inside `MULTI` it makes `EXEC` refuse, as in Redis.
    Error(String),
    /// The connection breaks before the command arrives, and stays broken.
    Disconnect,
}

/// The faults that await a connection: a handle that stays with the test when
/// the connection has gone into the code under test.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    ordered: Arc<Mutex<VecDeque<Ordered>>>,
}

#[derive(Debug)]
struct Ordered {
    /// The command that it is meant for; any if none is named.
    command: Option<Blob>,
    fault: Fault,
}

impl Faults {
    /// The next command meets this fault.
    pub fn next(&self, fault: Fault) {
        self.order(None, fault);
    }

    /// The next command of this name meets this fault.
    pub fn on(&self, command: &str, fault: Fault) {
        self.order(Some(Blob::from(command.as_bytes())), fault);
    }

    /// Faults that have met no command yet are called off.
    pub fn clear(&self) {
        self.with(VecDeque::clear);
    }

    fn order(&self, command: Option<Blob>, fault: Fault) {
        self.with(|ordered| ordered.push_back(Ordered { command, fault }));
    }

    /// The fault that a command meets; each meets one only, in the order in
    /// which they were ordered.
    pub(crate) fn met_by(&self, name: &[u8]) -> Option<Fault> {
        self.with(|ordered| {
            let meant = |fault: &Ordered| {
                fault.command.as_ref().is_none_or(|command| command.eq_ignore_ascii_case(name))
            };
            let at = ordered.iter().position(meant)?;
            ordered.remove(at).map(|fault| fault.fault)
        })
    }

    fn with<T>(&self, work: impl FnOnce(&mut VecDeque<Ordered>) -> T) -> T {
        work(&mut self.ordered.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
