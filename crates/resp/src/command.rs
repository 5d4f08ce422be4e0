//! A command as a client sends it.

use crate::{Blob, cli};
use std::fmt;
use std::sync::Arc;

/// A command: its name and its arguments, all of them byte strings.
///
/// ```
/// use lockstep_resp::Command;
///
/// let set = Command::new(["SET", "lock:stock", "A-1"]).arg("PX").arg("30000");
/// assert_eq!(set.to_string(), "SET lock:stock A-1 PX 30000");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Command {
    /// Shared, since a command that is under way is copied with every state.
    words: Arc<[Blob]>,
}

impl Command {
    /// A command from its words, the name first.
    pub fn new<W: AsRef<[u8]>>(words: impl IntoIterator<Item = W>) -> Self {
        Self { words: words.into_iter().map(|w| Blob::from(w.as_ref())).collect() }
    }

    /// Reads a command as typed in `redis-cli`, quotes and escapes included.
    ///
    /// # Errors
    ///
    /// [`cli::SplitError`] says at which column a quote goes wrong.
    pub fn parse(line: &str) -> Result<Self, cli::SplitError> {
        Ok(Self::new(cli::split(line)?))
    }

    /// The same command with one more argument.
    #[must_use]
    pub fn arg(self, word: impl AsRef<[u8]>) -> Self {
        let word = Blob::from(word.as_ref());
        Self { words: self.words.iter().cloned().chain([word]).collect() }
    }

    /// Name and arguments.
    pub fn words(&self) -> &[Blob] {
        &self.words
    }

    /// Name and arguments as slices, the form that the engine takes.
    pub fn as_slices(&self) -> Vec<&[u8]> {
        self.words.iter().map(AsRef::as_ref).collect()
    }

    /// The name as it was typed; empty for an empty command.
    pub fn name(&self) -> &[u8] {
        self.words.first().map_or(&[], AsRef::as_ref)
    }

    /// The arguments without the name.
    pub fn args(&self) -> &[Blob] {
        self.words.get(1..).unwrap_or_default()
    }
}

/// The words of a command, which it shares.
impl From<Vec<Blob>> for Command {
    fn from(words: Vec<Blob>) -> Self {
        Self { words: words.into() }
    }
}

/// The command as one would type it in `redis-cli`.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, word) in self.words.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            f.write_str(&cli::quote_if_needed(word))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Command({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_prints_as_it_is_typed() {
        let check = |line: &str| {
            let command = Command::parse(line).expect("a well-formed line");
            assert_eq!(command.to_string(), line);
        };
        check("GET lock:stock");
        check(r#"SET k "two words""#);
        check(r#"SET k """#);
        check(r#"SET k "quote \" and \x00""#);
        check(r#"SET k "a\nb""#);
    }

    #[test]
    fn name_and_args_of_an_empty_command_are_empty() {
        let empty = Command::default();
        assert_eq!((empty.name(), empty.args().len()), (&b""[..], 0));
    }
}
