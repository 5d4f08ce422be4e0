//! What the commands share that take from the first of several keys.

use crate::args::{Args, amount, parse_i64};
use crate::call::{Call, Caller};
use crate::value::Kind;
use crate::{CommandError, timeout};

impl<'a> Args<'a> {
    /// Reads `numkeys key [key ...]`.
    pub(crate) fn next_keys(&mut self) -> Result<&'a [&'a [u8]], CommandError> {
        let count = parse_i64(self.next()?).and_then(amount).filter(|&count| count > 0);
        let count = count.ok_or(CommandError::KeyCountNotPositive)?;
        let keys = self.rest().get(..count).ok_or(CommandError::Syntax)?;
        self.skip(count);
        Ok(keys)
    }

    /// Reads `[COUNT count]` to the end; it is 1 by itself.
    pub(crate) fn last_count(&mut self) -> Result<usize, CommandError> {
        if self.is_done() {
            return Ok(1);
        }
        if self.rest().len() < 2 || !self.keyword("COUNT") {
            return Err(CommandError::Syntax);
        }
        let count = parse_i64(self.next()?).and_then(amount).filter(|&count| count > 0);
        let count = count.ok_or(CommandError::CountNotPositive)?;
        if self.is_done() { Ok(count) } else { Err(CommandError::Syntax) }
    }
}

/// Several keys, and when waiting for one of them is over.
type KeysAndDeadline<'a> = (&'a [&'a [u8]], Option<i64>);

impl<'a> Call<'a> {
    /// Reads `key [key ...] timeout`.
    pub(crate) fn keys_and_deadline(&mut self) -> Result<KeysAndDeadline<'a>, CommandError> {
        let (seconds, keys) = self.args.rest().split_last().ok_or(CommandError::Syntax)?;
        Ok((keys, timeout::parse_deadline(seconds, self.now_ms)?))
    }

    /// The first of the keys that holds a value of this kind; one of another kind
    /// before it is an error.
    ///
    /// A command that has waited gets only the key that has come, if that is of
    /// the kind that it waits for.
    pub(crate) fn first_present<'k, T: Kind>(
        &mut self,
        keys: &[&'k [u8]],
    ) -> Result<Option<&'k [u8]>, CommandError> {
        if self.caller == Caller::Unblocked {
            let came = self.state.blocked.came.clone();
            let came = keys.iter().find(|key| came.as_deref() == Some(**key));
            let is_there = |key: &&&[u8]| matches!(self.keyspace().read::<T>(key), Ok(Some(_)));
            return Ok(came.filter(is_there).copied());
        }
        for &key in keys {
            if self.keyspace().read::<T>(key)?.is_some() {
                return Ok(Some(key));
            }
        }
        Ok(None)
    }
}
