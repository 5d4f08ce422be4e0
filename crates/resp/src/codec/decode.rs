//! From bytes to values.

use super::DecodeError;
use crate::{Blob, Command, Reply, cli};
use std::borrow::Cow;

/// The longest string that Redis takes (`proto-max-bulk-len`).
const MAX_BULK: i64 = 512 << 20;
/// The most words that Redis takes in a command, and items that a reply may have.
const MAX_ITEMS: i64 = i32::MAX as i64;
/// The longest line that Redis takes: an inline command, or a length.
const MAX_LINE: usize = 64 << 10;
/// How deep replies may be nested; Redis's own are a few levels deep.
const MAX_DEPTH: usize = 128;

const ENDLESS: &str = "a line without an end";
const BARE_LF: &str = "a line must end with a carriage return and a line feed";

/// What stops a decoder.
enum Stop {
    NeedMore,
    Bad(DecodeError),
}

impl From<DecodeError> for Stop {
    fn from(error: DecodeError) -> Self {
        Self::Bad(error)
    }
}

/// Takes one reply from the front of `buffer`; answers it with the number of
/// bytes that it took, or `None` if it has not arrived in full.
///
/// Both protocols are read alike, since their marks differ. Attributes of RESP3
/// are passed over. A status that is not UTF-8 loses the bytes that are not.
///
/// A reply is read from its first byte each time, so give a large one a large
/// buffer rather than many small reads.
///
/// # Errors
///
/// Bytes that are no reply, and replies nested more than 128 deep.
pub fn decode_reply(buffer: &[u8]) -> Result<Option<(Reply, usize)>, DecodeError> {
    let mut cursor = Cursor::new(buffer, MAX_BULK as usize);
    let reply = cursor.reply(0);
    finish(reply, cursor.at)
}

/// Takes one command from the front of `buffer`; answers it with the number of
/// bytes that it took, or `None` if it has not arrived in full.
///
/// Beside arrays of bulk strings it reads inline commands, a line as typed in
/// `telnet`. An empty line or array is an empty command, to be passed over.
///
/// # Errors
///
/// What Redis calls a protocol error, in its words; also an inline command that
/// is not UTF-8, which Redis would take.
pub fn decode_command(buffer: &[u8]) -> Result<Option<(Command, usize)>, DecodeError> {
    let mut cursor = Cursor::new(buffer, MAX_LINE);
    let command = match buffer.first() {
        None => Err(Stop::NeedMore),
        Some(b'*') => cursor.multibulk(),
        Some(_) => cursor.inline(),
    };
    finish(command, cursor.at)
}

fn finish<T>(result: Result<T, Stop>, used: usize) -> Result<Option<(T, usize)>, DecodeError> {
    match result {
        Ok(value) => Ok(Some((value, used))),
        Err(Stop::NeedMore) => Ok(None),
        Err(Stop::Bad(error)) => Err(error),
    }
}

struct Cursor<'a> {
    buffer: &'a [u8],
    at: usize,
    max_line: usize,
}

impl<'a> Cursor<'a> {
    fn new(buffer: &'a [u8], max_line: usize) -> Self {
        let at = 0;
        Self { buffer, at, max_line }
    }

    fn bad(&self, problem: impl Into<String>) -> Stop {
        let problem = problem.into();
        let at = self.at;
        DecodeError { at, problem }.into()
    }

    fn rest(&self) -> &'a [u8] {
        self.buffer.get(self.at..).unwrap_or_default()
    }

    fn mark(&self) -> Result<u8, Stop> {
        self.rest().first().copied().ok_or(Stop::NeedMore)
    }

    /// The line up to the next line feed, without it.
    fn line(&mut self, too_long: &str) -> Result<&'a [u8], Stop> {
        let rest = self.rest();
        let Some(end) = rest.iter().position(|&b| b == b'\n') else {
            let full = rest.len() > self.max_line;
            return Err(if full { self.bad(too_long) } else { Stop::NeedMore });
        };
        self.at += end + 1;
        Ok(&rest[..end])
    }

    /// A length from `min` to `max` behind a mark.
    fn length(&mut self, min: i64, max: i64, too_long: &str, bad: &str) -> Result<i64, Stop> {
        let start = self.at;
        let digits = self.line(too_long)?.strip_suffix(b"\r");
        let length = digits.and_then(|line| integer(line.get(1..)?));
        length.filter(|n| (min..=max).contains(n)).ok_or_else(|| {
            self.at = start;
            self.bad(bad)
        })
    }

    /// So many bytes and the line break behind them.
    fn bytes(&mut self, len: i64) -> Result<&'a [u8], Stop> {
        let len = usize::try_from(len).map_err(|_| self.bad("negative length"))?;
        let rest = self.rest();
        let (Some(bytes), Some(end)) = (rest.get(..len), rest.get(len..len + 2)) else {
            return Err(Stop::NeedMore);
        };
        if end != b"\r\n" {
            self.at += len;
            return Err(self.bad(BARE_LF));
        }
        self.at += len + 2;
        Ok(bytes)
    }

    fn multibulk(&mut self) -> Result<Command, Stop> {
        let too_long = "too big mbulk count string";
        let words = self.length(i64::MIN, MAX_ITEMS, too_long, "invalid multibulk length")?;
        let mut command = Command::default();
        for _ in 0..words {
            let mark = self.mark()?;
            if mark != b'$' {
                return Err(self.bad(format!("expected '$', got '{}'", char::from(mark))));
            }
            let too_long = "too big bulk count string";
            let len = self.length(0, MAX_BULK, too_long, "invalid bulk length")?;
            command = command.arg(self.bytes(len)?);
        }
        Ok(command)
    }

    fn inline(&mut self) -> Result<Command, Stop> {
        let line = self.line("too big inline request")?;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = std::str::from_utf8(line).map_err(|_| self.bad("inline command not UTF-8"))?;
        let words = cli::split(text).map_err(|_| self.bad("unbalanced quotes in request"))?;
        Ok(Command::new(words))
    }

    fn reply(&mut self, depth: usize) -> Result<Reply, Stop> {
        if depth > MAX_DEPTH {
            return Err(self.bad("nested too deep"));
        }
        match self.mark()? {
            b'+' => {
                Ok(Reply::Simple(Cow::Owned(String::from_utf8_lossy(self.value()?).into_owned())))
            }
            b'-' => Ok(Reply::error(self.value()?)),
            b':' => self.checked(|text| integer(text).map(Reply::Integer)),
            b'$' => Ok(self.blob(-1)?.map_or(Reply::Nil, Reply::bulk)),
            b'!' => Ok(self.blob(0)?.map_or(Reply::Nil, Reply::error)),
            b'=' => self.verbatim(),
            b'_' => self.checked(|text| text.is_empty().then_some(Reply::Nil)),
            b'#' => self.checked(|text| match text {
                b"t" => Some(Reply::Boolean(true)),
                b"f" => Some(Reply::Boolean(false)),
                _ => None,
            }),
            b',' => self.checked(|text| is_double(text).then(|| Reply::Double(Blob::from(text)))),
            b'(' => self.checked(|text| is_big(text).then(|| Reply::BigNumber(Blob::from(text)))),
            b'*' => Ok(self.items(depth, -1, 1)?.map_or(Reply::NilArray, Reply::Array)),
            b'~' => Ok(self.items(depth, 0, 1)?.map_or(Reply::Nil, Reply::Set)),
            b'>' => Ok(self.items(depth, 0, 1)?.map_or(Reply::Nil, Reply::Push)),
            b'%' => Ok(Reply::Map(self.pairs(depth)?)),
            b'|' => {
                self.pairs(depth)?;
                self.reply(depth + 1)
            }
            other => {
                Err(self
                    .bad(format!("no reply begins with '{}'", char::from(other).escape_default())))
            }
        }
    }

    /// The rest of a line behind its mark.
    fn value(&mut self) -> Result<&'a [u8], Stop> {
        let line = self.line(ENDLESS)?.get(1..).unwrap_or_default();
        line.strip_suffix(b"\r").ok_or_else(|| self.bad(BARE_LF))
    }

    fn checked(&mut self, read: impl Fn(&'a [u8]) -> Option<Reply>) -> Result<Reply, Stop> {
        let start = self.at;
        let text = self.value()?;
        read(text).ok_or_else(|| {
            self.at = start;
            self.bad("not a value of its type")
        })
    }

    fn blob(&mut self, min: i64) -> Result<Option<&'a [u8]>, Stop> {
        match self.length(min, MAX_BULK, ENDLESS, "invalid length")? {
            -1 => Ok(None),
            len => self.bytes(len).map(Some),
        }
    }

    fn verbatim(&mut self) -> Result<Reply, Stop> {
        let start = self.at;
        match self.blob(0)? {
            Some([a, b, c, b':', text @ ..]) => Ok(Reply::Verbatim([*a, *b, *c], Blob::from(text))),
            _ => {
                self.at = start;
                Err(self.bad("a verbatim string begins with its format and ':'"))
            }
        }
    }

    fn items(&mut self, depth: usize, min: i64, each: i64) -> Result<Option<Vec<Reply>>, Stop> {
        let count = self.length(min, MAX_ITEMS, ENDLESS, "invalid length")?;
        if count < 0 {
            return Ok(None);
        }
        let items = (0..count * each).map(|_| self.reply(depth + 1));
        items.collect::<Result<_, _>>().map(Some)
    }

    fn pairs(&mut self, depth: usize) -> Result<Vec<(Reply, Reply)>, Stop> {
        let mut items = self.items(depth, 0, 2)?.unwrap_or_default().into_iter();
        let pairs = std::iter::from_fn(|| items.next().zip(items.next()));
        Ok(pairs.collect())
    }
}

/// Decimal digits with a minus sign or none.
fn integer(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?;
    text.parse().ok().filter(|_| !text.starts_with('+'))
}

fn is_double(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.parse::<f64>().is_ok())
}

fn is_big(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}
