//! `SET NX PX`, and compare-and-set.

use crate::call::{Call, Form};
use crate::lock::bounded_ms;
use crate::script::{
    ACQUIRE, ACQUIRE_NAMED, Draft, EXTEND, EXTEND_OR_RESTORE, RELEASE, RELEASE_NAMED, decimal,
};
use crate::{Compare, Lock, Token};
use lockstep_resp::{Blob, Command};
use std::sync::LazyLock;

/// What stands between key, token and time.
static WORDS: LazyLock<[Blob; 3]> = LazyLock::new(|| [&b"SET"[..], b"NX", b"PX"].map(Blob::from));

pub(super) fn acquire(lock: &Lock, token: &Token, telling: bool) -> Call {
    if let Some(inbox) = lock.named().filter(|_| telling) {
        // The roll outlives what any of those on it lets pass between two
        // questions.
        let kept_ms = bounded_ms(lock.patience_ms.saturating_mul(2));
        let call = Draft::new(&ACQUIRE_NAMED).key(lock.key.clone()).key(lock.roll_key());
        let call = call.arg(token.word()).number(lock.asked_ttl_ms());
        return call.arg(inbox.clone()).number(kept_ms).fence(lock).into();
    }
    if telling || lock.fenced {
        let call = Draft::new(&ACQUIRE).key(lock.key.clone()).arg(token.word());
        return call.number(lock.asked_ttl_ms()).fence(lock).into();
    }
    let [set, nx, px] = WORDS.clone();
    let (key, ttl) = (lock.key.clone(), decimal(lock.asked_ttl_ms()));
    let command = vec![set, key, token.word(), nx, px, ttl].into();
    Call::Plain { command, form: Form::Status }
}

pub(super) fn extend(lock: &Lock, token: &Token, ttl_ms: u64) -> Call {
    let ttl = decimal(ttl_ms);
    let script = Draft::new(&EXTEND).key(lock.key.clone()).arg(token.word()).arg(ttl.clone());
    if lock.compare == Compare::Lua {
        return script.into();
    }
    let (key, token) = (&*lock.key, token.as_bytes());
    let command = Command::new([b"SET", key, token, b"IFEQ", token, b"PX", &*ttl]);
    Call::Native { command, script: script.call() }
}

pub(super) fn extend_or_restore(lock: &Lock, token: &Token, ttl_ms: u64) -> Call {
    let call = Draft::new(&EXTEND_OR_RESTORE).key(lock.key.clone());
    call.arg(token.word()).number(ttl_ms).into()
}

/// A single command cannot tell the waiters, so with [`Lock::notifies`] it is
/// the script on every server.
pub(super) fn release(lock: &Lock, token: &Token) -> Call {
    if let Some(inbox) = lock.named() {
        let call = Draft::new(&RELEASE_NAMED).key(lock.key.clone()).key(lock.roll_key());
        return call.arg(token.word()).arg(inbox.clone()).into();
    }
    let script = Draft::new(&RELEASE).key(lock.key.clone());
    let script = script.arg(token.word()).channel(lock);
    let (key, token) = (&*lock.key, token.as_bytes());
    let command = match lock.compare {
        Compare::Delex if !lock.notifies => Command::new([b"DELEX", key, b"IFEQ", token]),
        Compare::Delifeq if !lock.notifies => Command::new([b"DELIFEQ", key, token]),
        _ => return script.into(),
    };
    Call::Native { command, script: script.call() }
}
