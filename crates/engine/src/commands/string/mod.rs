//! The commands of Redis's group *string*.

pub(super) mod append;
pub(super) mod decr;
pub(super) mod decrby;
pub(super) mod delex;
pub(super) mod delifeq;
pub(super) mod digest;
pub(super) mod get;
pub(super) mod getdel;
pub(super) mod getex;
pub(super) mod getrange;
pub(super) mod getset;
pub(super) mod incr;
pub(super) mod incrby;
pub(super) mod incrbyfloat;
pub(super) mod lcs;
pub(super) mod mget;
pub(super) mod mset;
pub(super) mod msetnx;
pub(super) mod psetex;
pub(super) mod set;
pub(super) mod setex;
pub(super) mod setnx;
pub(super) mod setrange;
pub(super) mod strlen;
pub(super) mod substr;

use crate::CommandError;

/// The most bytes that a string can have: what `proto-max-bulk-len` is unless
/// somebody changes it.
const MAX_STRING_LENGTH: usize = 512 << 20;

/// The length of a string after `added` more bytes, if it may become so long.
fn check_string_length(length: usize, added: usize) -> Result<usize, CommandError> {
    let sum = length.checked_add(added);
    sum.filter(|&sum| sum <= MAX_STRING_LENGTH).ok_or(CommandError::StringTooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_has_512_mb_at_most() {
        let check = |length, added, expected| {
            assert_eq!(check_string_length(length, added), expected);
        };
        check(MAX_STRING_LENGTH - 1, 1, Ok(MAX_STRING_LENGTH));
        check(MAX_STRING_LENGTH, 0, Ok(MAX_STRING_LENGTH));
        check(MAX_STRING_LENGTH, 1, Err(CommandError::StringTooLong));
        check(usize::MAX, 1, Err(CommandError::StringTooLong));
    }
}
