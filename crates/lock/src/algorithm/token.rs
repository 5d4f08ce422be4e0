//! `SET NX PX`, and compare-and-set.

use crate::call::{Call, Form};
use crate::script::{ACQUIRE, EXTEND, EXTEND_OR_RESTORE, RELEASE, ScriptCall};
use crate::{Compare, Lock, Token};
use lockstep_resp::Command;

pub(super) fn acquire(lock: &Lock, token: &Token, telling: bool) -> Call {
    if telling || lock.fenced {
        let call = ScriptCall::new(&ACQUIRE).key(lock.key.clone()).arg(token.as_bytes());
        return Call::Script(call.arg(lock.asked_ttl_ms().to_string()).fence(lock));
    }
    let command = Command::new([b"SET", &*lock.key, token.as_bytes(), b"NX", b"PX"]);
    let command = command.arg(lock.asked_ttl_ms().to_string());
    Call::Plain { command, form: Form::Status }
}

pub(super) fn extend(lock: &Lock, token: &Token, ttl_ms: u64) -> Call {
    let ttl = ttl_ms.to_string();
    let script = ScriptCall::new(&EXTEND).key(lock.key.clone()).arg(token.as_bytes()).arg(&ttl);
    if lock.compare == Compare::Lua {
        return Call::Script(script);
    }
    let (key, token) = (&*lock.key, token.as_bytes());
    let command = Command::new([b"SET", key, token, b"IFEQ", token, b"PX", ttl.as_bytes()]);
    Call::Native { command, script }
}

pub(super) fn extend_or_restore(lock: &Lock, token: &Token, ttl_ms: u64) -> Call {
    let call = ScriptCall::new(&EXTEND_OR_RESTORE).key(lock.key.clone());
    Call::Script(call.arg(token.as_bytes()).arg(ttl_ms.to_string()))
}

/// A single command cannot tell the waiters, so with [`Lock::notifies`] it is
/// the script on every server.
pub(super) fn release(lock: &Lock, token: &Token) -> Call {
    let script = ScriptCall::new(&RELEASE).key(lock.key.clone());
    let script = script.arg(token.as_bytes()).channel(lock);
    let (key, token) = (&*lock.key, token.as_bytes());
    let command = match lock.compare {
        Compare::Delex if !lock.notifies => Command::new([b"DELEX", key, b"IFEQ", token]),
        Compare::Delifeq if !lock.notifies => Command::new([b"DELIFEQ", key, token]),
        _ => return Call::Script(script),
    };
    Call::Native { command, script }
}
