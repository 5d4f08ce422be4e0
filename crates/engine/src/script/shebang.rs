//! The first line of a script: `#!lua flags=no-writes,allow-stale`.

use crate::CommandError;
use lockstep_resp::{Blob, cli};

/// What the first line of a script says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Declared {
    /// There is no such line: a script may write unless it is run by a command
    /// that may not.
    Nothing,
    /// It may write.
    Writes,
    /// It does not write.
    NoWrites,
}

/// The flags that Redis knows. All but `no-writes` are about clusters, replicas
/// and a server out of memory, none of which there is here.
const FLAGS: [&[u8]; 5] =
    [b"no-writes", b"allow-oom", b"allow-stale", b"no-cluster", b"allow-cross-slot-keys"];

/// Reads the first line, if it begins with `#!`; answers the rest of the script
/// too, which still begins with the end of that line, so that lines keep their
/// numbers.
///
/// # Errors
///
/// The line has no end, names another language, or has words that Redis does
/// not know.
pub(super) fn split(body: &[u8]) -> Result<(Declared, &[u8]), CommandError> {
    if !body.starts_with(b"#!") {
        return Ok((Declared::Nothing, body));
    }
    let text = body.split(|&b| b == 0).next().unwrap_or_default();
    let end = text.iter().position(|&b| b == b'\n');
    let end = end.ok_or_else(|| refused(b"Invalid script shebang", b""))?;
    let (line, rest) = body.split_at(end);
    let words = std::str::from_utf8(line).ok().and_then(|line| cli::split(line).ok());
    // Redis reads the words as strings of C, which end at a zero byte.
    let words = words.unwrap_or_default();
    let words: Vec<&[u8]> = words.iter().map(|word| c_text(word)).collect();
    let Some((language, options)) = words.split_first() else {
        return Err(refused(b"Invalid engine in script shebang", b""));
    };
    if *language != b"#!lua" {
        return Err(refused(b"Unexpected engine in script shebang: ", language));
    }
    let mut declared = Declared::Writes;
    for word in options {
        let Some(flags) = word.strip_prefix(b"flags=") else {
            return Err(refused(b"Unknown lua shebang option: ", word));
        };
        for flag in flags.split(|&b| b == b',').filter(|_| !flags.is_empty()) {
            if !FLAGS.contains(&flag) {
                return Err(refused(b"Unexpected flag in script shebang: ", flag));
            }
            if flag == FLAGS[0] {
                declared = Declared::NoWrites;
            }
        }
    }
    Ok((declared, rest))
}

fn c_text(word: &[u8]) -> &[u8] {
    word.split(|&b| b == 0).next().unwrap_or_default()
}

fn refused(problem: &[u8], word: &[u8]) -> CommandError {
    let text = [b"ERR ", problem, word].concat();
    let one_line = text.iter().map(|&b| if matches!(b, b'\r' | b'\n') { b' ' } else { b });
    CommandError::Text(one_line.collect::<Blob>())
}
