//! The queue in the order of arrival.

use crate::call::Call;
use crate::lock::bounded_ms;
use crate::script::{ACQUIRE_FAIR, Draft, RELEASE_FAIR};
use crate::{Lock, Token};

fn call(script: &'static crate::Script, lock: &Lock, token: &Token) -> Draft {
    let call = Draft::new(script).key(lock.key.clone()).key(lock.queue_key());
    call.key(lock.waiters_key()).arg(token.word())
}

/// Who does not come again takes no place in the queue.
pub(super) fn acquire(lock: &Lock, token: &Token, comes_again: bool) -> Call {
    let patience_ms = if comes_again { bounded_ms(lock.patience_ms) } else { 0 };
    let call = call(&ACQUIRE_FAIR, lock, token).number(lock.asked_ttl_ms());
    call.number(patience_ms).fence(lock).into()
}

/// Also gives up a place in the queue.
pub(super) fn release(lock: &Lock, token: &Token) -> Call {
    call(&RELEASE_FAIR, lock, token).channel(lock).into()
}
