//! `SET NX EX` and `DEL`.

use crate::call::{Call, Form};
use crate::{Lock, Token};
use lockstep_resp::Command;

pub(super) fn acquire(lock: &Lock, token: &Token) -> Call {
    let command = Command::new([b"SET", &*lock.key, token.as_bytes(), b"NX", b"EX"]);
    let command = command.arg(seconds(lock.asked_ttl_ms()).to_string());
    Call::Plain { command, form: Form::Status }
}

pub(super) fn extend(lock: &Lock, ttl_ms: u64) -> Call {
    let ttl = ttl_ms.to_string();
    let command = Command::new([b"PEXPIRE", &*lock.key, ttl.as_bytes()]);
    Call::Plain { command, form: Form::Count }
}

pub(super) fn release(lock: &Lock) -> Call {
    let command = Command::new([b"DEL", &*lock.key]);
    Call::Plain { command, form: Form::Count }
}

/// `EX` and `EXPIRE` know whole seconds only; less than a second would be none.
pub(super) fn seconds(ttl_ms: u64) -> u64 {
    ttl_ms.div_ceil(1000)
}
