//! A hash of `owner -> count`, with a field for each hold.

use crate::call::Call;
use crate::script::{ACQUIRE_REENTRANT, Draft, EXTEND_REENTRANT, RELEASE_REENTRANT};
use crate::{Lock, Token};

/// The token of an acquisition names its hold; whoever names no owner is its
/// own.
fn call(script: &'static crate::Script, lock: &Lock, token: &Token) -> Draft {
    let owner = lock.owner.as_ref().unwrap_or(token);
    Draft::new(script).key(lock.key.clone()).arg(owner.word()).arg(token.word())
}

pub(super) fn acquire(lock: &Lock, token: &Token) -> Call {
    let call = call(&ACQUIRE_REENTRANT, lock, token);
    call.number(lock.asked_ttl_ms()).fence(lock).into()
}

pub(super) fn extend(lock: &Lock, token: &Token, ttl_ms: u64) -> Call {
    call(&EXTEND_REENTRANT, lock, token).number(ttl_ms).into()
}

pub(super) fn release(lock: &Lock, token: &Token) -> Call {
    call(&RELEASE_REENTRANT, lock, token).channel(lock).into()
}
