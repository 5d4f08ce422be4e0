//! `SETNX`, then `EXPIRE`, and `DEL`.

use super::naive::seconds;
use crate::call::{Call, Form};
use crate::{Lock, Token};
use lockstep_resp::Command;

pub(super) fn acquire(lock: &Lock, token: &Token) -> Call {
    let command = Command::new([b"SETNX", &*lock.key, token.as_bytes()]);
    Call::Plain { command, form: Form::Count }
}

/// Also the second half of an acquisition.
pub(super) fn extend(lock: &Lock, ttl_ms: u64) -> Call {
    let ttl = seconds(ttl_ms).to_string();
    let command = Command::new([b"EXPIRE", &*lock.key, ttl.as_bytes()]);
    Call::Plain { command, form: Form::Count }
}
