//! The commands of Redis's group *scripting*.

pub(super) mod eval;
pub(super) mod eval_ro;
pub(super) mod evalsha;
pub(super) mod evalsha_ro;
pub(super) mod script;
pub(super) mod script_debug;
pub(super) mod script_exists;
pub(super) mod script_flush;
pub(super) mod script_help;
pub(super) mod script_kill;
pub(super) mod script_load;

use crate::CommandError;
use crate::call::Call;

/// The keys and the other arguments of a script, from the count of keys on.
type KeysAndArguments<'a> = (&'a [&'a [u8]], &'a [&'a [u8]]);

/// Reads `numkeys [key [key ...]] [arg [arg ...]]`.
#[inline]
fn keys_and_arguments<'a>(call: &mut Call<'a>) -> Result<KeysAndArguments<'a>, CommandError> {
    let count = call.args.next_i64()?;
    let rest = call.args.rest();
    if count < 0 {
        return Err(CommandError::NegativeKeyCount);
    }
    let count = usize::try_from(count).ok();
    count.and_then(|count| rest.split_at_checked(count)).ok_or(CommandError::TooManyKeys)
}
