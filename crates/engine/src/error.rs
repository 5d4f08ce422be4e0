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
    ExecWithoutMulti,
    ExecAborted,
    DiscardWithoutMulti,
    NestedMulti,
    WatchInMulti,
    NegativeKeyCount,
    TooManyKeys,
    ExpireOptionsWithNx,
    ExpireGtAndLt,
    InvalidCursor,
    HashValueNotAnInteger,
    HashValueNotAFloat,
    NotAFloat,
    NanOrInfinity,
    IncrementNanOrInfinity,
    OutOfRange,
    OutsideI64,
    NotPositive,
    KeyCountNotPositive,
    NegativeLimit,
    OffsetOutOfRange,
    NotStrings,
    LcsLengthAndIndex,
    LcsTooLarge,
    InvalidDigest,
    InvalidCondition,
    ConditionWithoutString,
    NoSuchKey,
    SameObject,
    LfuNotSelected,
    InvalidScoreRange,
    InvalidNameRange,
    IndexOutOfRange,
    CountNotPositive,
    ZeroRank,
    NegativeCount,
    NegativeMaxlen,
    NanScore,
    AddNxAndXx,
    AddGtLtAndNx,
    AddIncrPairs,
    WeightNotAFloat,
    NoInputKey {
        command: &'static str,
    },
    LimitOfRanks,
    ScoresOfNames,
    TimeoutNotAFloat,
    NegativeTimeout,
    NotScores,
    /// A text that is put together from what the client sent.
    Text(Blob),
}

impl fmt::Display for CommandError {
    #[expect(clippy::too_many_lines, reason = "one text for each variant")]
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
            Self::ExecWithoutMulti => "ERR EXEC without MULTI",
            Self::ExecAborted => "EXECABORT Transaction discarded because of previous errors.",
            Self::DiscardWithoutMulti => "ERR DISCARD without MULTI",
            Self::NestedMulti => "ERR MULTI calls can not be nested",
            Self::WatchInMulti => "ERR WATCH inside MULTI is not allowed",
            Self::NegativeKeyCount => "ERR Number of keys can't be negative",
            Self::TooManyKeys => "ERR Number of keys can't be greater than number of args",
            Self::ExpireOptionsWithNx => {
                "ERR NX and XX, GT or LT options at the same time are not compatible"
            }
            Self::ExpireGtAndLt => "ERR GT and LT options at the same time are not compatible",
            Self::InvalidCursor => "ERR invalid cursor",
            Self::HashValueNotAnInteger => "ERR hash value is not an integer",
            Self::HashValueNotAFloat => "ERR hash value is not a float",
            Self::NotAFloat => "ERR value is not a valid float",
            Self::NanOrInfinity => "ERR value is NaN or Infinity",
            Self::IncrementNanOrInfinity => "ERR increment would produce NaN or Infinity",
            Self::OutOfRange => "ERR value is out of range",
            Self::OutsideI64 => {
                "ERR value is out of range, value must between -9223372036854775807 and \
                 9223372036854775807"
            }
            Self::NotPositive => "ERR value is out of range, must be positive",
            Self::KeyCountNotPositive => "ERR numkeys should be greater than 0",
            Self::NegativeLimit => "ERR LIMIT can't be negative",
            Self::OffsetOutOfRange => "ERR offset is out of range",
            Self::NotStrings => "ERR The specified keys must contain string values",
            Self::LcsLengthAndIndex => {
                "ERR If you want both the length and indexes, please just use IDX."
            }
            Self::LcsTooLarge => {
                "ERR Insufficient memory, transient memory for LCS exceeds proto-max-bulk-len"
            }
            Self::InvalidDigest => "ERR must be exactly 16 hexadecimal characters",
            Self::InvalidCondition => "ERR Invalid condition. Use IFEQ, IFNE, IFDEQ, or IFDNE",
            Self::ConditionWithoutString => {
                "ERR Key should be of string type if conditions are specified"
            }
            Self::NoSuchKey => "ERR no such key",
            Self::SameObject => "ERR source and destination objects are the same",
            Self::LfuNotSelected => {
                "ERR An LFU maxmemory policy is not selected, access frequency not tracked. \
                 Please note that when switching between policies at runtime LRU and LFU data \
                 will take some time to adjust."
            }
            Self::InvalidScoreRange => "ERR min or max is not a float",
            Self::InvalidNameRange => "ERR min or max not valid string range item",
            Self::IndexOutOfRange => "ERR index out of range",
            Self::CountNotPositive => "ERR count should be greater than 0",
            Self::ZeroRank => {
                "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second \
                 ... or use negative to start from the end of the list"
            }
            Self::NegativeCount => "ERR COUNT can't be negative",
            Self::NegativeMaxlen => "ERR MAXLEN can't be negative",
            Self::NanScore => "ERR resulting score is not a number (NaN)",
            Self::AddNxAndXx => "ERR XX and NX options at the same time are not compatible",
            Self::AddGtLtAndNx => {
                "ERR GT, LT, and/or NX options at the same time are not compatible"
            }
            Self::AddIncrPairs => "ERR INCR option supports a single increment-element pair",
            Self::WeightNotAFloat => "ERR weight value is not a float",
            Self::NoInputKey { command } => {
                return write!(f, "ERR at least 1 input key is needed for '{command}' command");
            }
            Self::LimitOfRanks => {
                "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or \
                 BYLEX"
            }
            Self::ScoresOfNames => {
                "ERR syntax error, WITHSCORES not supported in combination with BYLEX"
            }
            Self::TimeoutNotAFloat => "ERR timeout is not a float or out of range",
            Self::NegativeTimeout => "ERR timeout is negative",
            Self::NotScores => "ERR One or more scores can't be converted into double",
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

    pub(crate) fn unknown_client_type(kind: &[u8]) -> Self {
        let kind = c_text(kind, usize::MAX);
        Self::one_line(&[b"ERR Unknown client type '", kind, b"'"].concat())
    }

    pub(crate) fn hello_option(option: &[u8]) -> Self {
        let option = c_text(option, usize::MAX);
        Self::one_line(&[b"ERR Syntax error in HELLO option '", option, b"'"].concat())
    }

    pub(crate) fn unknown_parameter(name: &[u8]) -> Self {
        let text = b"ERR Unknown option or number of arguments for CONFIG SET - '";
        Self::one_line(&[text, c_text(name, usize::MAX), b"'"].concat())
    }

    pub(crate) fn parameter_refused(name: &[u8], reason: &str) -> Self {
        let text = b"ERR CONFIG SET failed (possibly related to argument '";
        let name = c_text(name, usize::MAX);
        Self::one_line(&[text, name, b"') - ", reason.as_bytes()].concat())
    }

    pub(crate) fn pubsub_arguments(subcommand: &[u8]) -> Self {
        let text = b"ERR unknown subcommand or wrong number of arguments for '";
        let subcommand = c_text(subcommand, 128);
        Self::one_line(&[text, subcommand, b"'. Try PUBSUB HELP."].concat())
    }

    /// What is told of an `EXEC` that cannot run.
    pub(crate) fn exec_aborted(reason: &Self) -> Self {
        let reason = reason.to_string();
        let reason = reason.strip_prefix("ERR ").unwrap_or(&reason);
        let text = format!("EXECABORT Transaction discarded because of: {reason}");
        Self::Text(Blob::from(text.as_bytes()))
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
