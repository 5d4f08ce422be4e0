//! Every error text, byte for byte as Redis 7.0 sends it.

use crate::call::Caller;
use lockstep_resp::{Blob, Reply};
use std::fmt;

/// Why a command was refused. `Display` is the text on the wire, its code first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is its text, just below")]
pub enum CommandError {
    Syntax,
    NotAnInteger,
    WrongType,
    OutsideI32,
    Overflow,
    DecrementOverflow,
    InvalidExpireTime {
        command: &'static str,
    },
    DbIndexOutOfRange,
    StringTooLong,
    NoScript,
    NotFromScript,
    NotInMulti,
    NegativeKeyCount,
    TooManyKeys,
    ExpireOptionsWithNx,
    ExpireGtAndLt,
    /// A text that is put together from what the client sent.
    Text(Blob),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Syntax => "ERR syntax error",
            Self::NotAnInteger => "ERR value is not an integer or out of range",
            Self::WrongType => "WRONGTYPE Operation against a key holding the wrong kind of value",
            Self::OutsideI32 => {
                "ERR value is out of range, value must between -2147483648 and 2147483647"
            }
            Self::Overflow => "ERR increment or decrement would overflow",
            Self::DecrementOverflow => "ERR decrement would overflow",
            Self::InvalidExpireTime { command } => {
                return write!(f, "ERR invalid expire time in '{command}' command");
            }
            Self::DbIndexOutOfRange => "ERR DB index is out of range",
            Self::StringTooLong => "ERR string exceeds maximum allowed size (proto-max-bulk-len)",
            Self::NoScript => "NOSCRIPT No matching script. Please use EVAL.",
            Self::NotFromScript => "ERR This Redis command is not allowed from script",
            Self::NotInMulti => "ERR Command not allowed inside a transaction",
            Self::NegativeKeyCount => "ERR Number of keys can't be negative",
            Self::TooManyKeys => "ERR Number of keys can't be greater than number of args",
            Self::ExpireOptionsWithNx => {
                "ERR NX and XX, GT or LT options at the same time are not compatible"
            }
            Self::ExpireGtAndLt => "ERR GT and LT options at the same time are not compatible",
            Self::Text(text) => return f.write_str(&String::from_utf8_lossy(text)),
        })
    }
}

impl std::error::Error for CommandError {}

impl From<CommandError> for Reply {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::Text(text) => Reply::Error(text),
            other => Reply::error(other.to_string()),
        }
    }
}

impl CommandError {
    pub(crate) fn unknown_command(caller: Caller, words: &[&[u8]]) -> Self {
        if caller == Caller::Script {
            return Self::Text(Blob::from(&b"ERR Unknown Redis command called from script"[..]));
        }
        // Redis cuts the name and the arguments that it repeats at 128 bytes each,
        // and stops before an argument once 128 bytes of arguments are quoted.
        let (name, args) = words.split_first().map_or((&b""[..], words), |(n, a)| (*n, a));
        let mut quoted = Vec::new();
        for arg in args {
            if quoted.len() >= 128 {
                break;
            }
            let room = 128 - quoted.len();
            quoted.push(b'\'');
            quoted.extend_from_slice(c_text(arg, room));
            quoted.extend_from_slice(b"' ");
        }
        let text = [
            b"ERR unknown command '",
            c_text(name, 128),
            b"', with args beginning with: ",
            &quoted,
        ];
        Self::one_line(&text.concat())
    }

    pub(crate) fn unknown_subcommand(caller: Caller, container: &str, subname: &[u8]) -> Self {
        if caller == Caller::Script {
            return Self::unknown_command(caller, &[]);
        }
        let subname = c_text(subname, 128);
        let help = format!("'. Try {container} HELP.");
        Self::one_line(&[b"ERR unknown subcommand '", subname, help.as_bytes()].concat())
    }

    pub(crate) fn unsupported_option(option: &[u8]) -> Self {
        Self::one_line(&[b"ERR Unsupported option ", c_text(option, usize::MAX)].concat())
    }

    pub(crate) fn subscribed(name: &str) -> Self {
        let name = name.to_ascii_lowercase().replace(' ', "|");
        let text = format!(
            "ERR Can't execute '{name}': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / \
             RESET are allowed in this context"
        );
        Self::Text(Blob::from(text.as_bytes()))
    }

    pub(crate) fn wrong_arity(caller: Caller, name: &str) -> Self {
        if caller == Caller::Script {
            let text = b"ERR Wrong number of args calling Redis command from script";
            return Self::Text(Blob::from(&text[..]));
        }
        let name = name.to_ascii_lowercase().replace(' ', "|");
        let text = format!("ERR wrong number of arguments for '{name}' command");
        Self::Text(Blob::from(text.as_bytes()))
    }

    /// An error travels on one line, so a line break in it becomes a space.
    fn one_line(text: &[u8]) -> Self {
        let space = |&b: &u8| if matches!(b, b'\r' | b'\n') { b' ' } else { b };
        Self::Text(text.iter().map(space).collect())
    }
}

/// What Redis repeats of a client's word: C text, which ends at a zero byte.
fn c_text(word: &[u8], max_length: usize) -> &[u8] {
    let text = word.split(|&b| b == 0).next().unwrap_or_default();
    &text[..text.len().min(max_length)]
}
