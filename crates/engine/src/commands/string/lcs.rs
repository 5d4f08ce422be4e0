//! Finds the longest common subsequence of the strings at two keys.
//!
//! ```text
//! LCS key1 key2 [LEN] [IDX] [MINMATCHLEN length] [WITHMATCHLEN]
//! ```
//!
//! Replies the bytes that both strings have in this order, not necessarily side by
//! side; with `LEN` how many they are. With `IDX` it replies where they stand: the
//! ranges from the last to the first, those only that have `MINMATCHLEN` bytes, with
//! their lengths if `WITHMATCHLEN` asks for them. A key that does not exist counts as an
//! empty string.

use super::MAX_STRING_LENGTH;
use crate::args::Args;
use crate::call::Call;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::value::{StringValue, Value};
use lockstep_resp::{Blob, Reply};

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "LCS",
    group: Group::String,
    arity: Arity::AtLeast(3),
    flags: CommandFlags::READONLY,
    since: "7.0.0",
    summary: "Finds the longest common subsequence of the strings at two keys.",
    syntax: "LCS key1 key2 [LEN] [IDX] [MINMATCHLEN length] [WITHMATCHLEN]",
    run: Run::Command(run),
};

#[derive(Clone, Copy, Debug, Default)]
struct Options {
    length: bool,
    index: bool,
    min_match_length: i64,
    with_match_length: bool,
}

/// Bytes that stand side by side in both strings: the first and the last place
/// in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Match {
    a: (usize, usize),
    b: (usize, usize),
}

impl Match {
    fn length(self) -> i64 {
        (self.a.1 - self.a.0 + 1) as i64
    }
}

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    let keys = [call.args.next()?, call.args.next()?];
    // The strings are looked at before the options.
    let mut keyspace = call.keyspace();
    let [a, b] = keys.map(|key| match keyspace.lookup_key_read(key) {
        Some(Value::String(string)) => Ok(string.clone()),
        None => Ok(StringValue::default()),
        Some(_) => Err(CommandError::NotStrings),
    });
    let (a, b) = (a?, b?);
    let options = parse(&mut call.args)?;
    let cells = (a.len() as u64 + 1) * (b.len() as u64 + 1);
    if cells * size_of::<u32>() as u64 > MAX_STRING_LENGTH as u64 {
        return Err(CommandError::LcsTooLarge);
    }
    let lengths = Lengths::new(&a, &b);
    let length = Reply::Integer(i64::from(lengths.at(a.len(), b.len())));
    if options.length {
        return Ok(length);
    }
    let (common, matches) = lengths.trace(&a, &b);
    if !options.index {
        return Ok(Reply::Bulk(common));
    }
    let long = |found: &Match| found.length() >= options.min_match_length;
    let matches = matches.into_iter().filter(long);
    let matches = matches.map(|found| shown(found, options.with_match_length));
    Ok(Reply::Map(vec![
        (Reply::bulk("matches"), Reply::Array(matches.collect())),
        (Reply::bulk("len"), length),
    ]))
}

fn parse(args: &mut Args<'_>) -> Result<Options, CommandError> {
    let mut options = Options::default();
    while !args.is_done() {
        if args.keyword("IDX") {
            options.index = true;
        } else if args.keyword("LEN") {
            options.length = true;
        } else if args.keyword("WITHMATCHLEN") {
            options.with_match_length = true;
        } else if args.keyword("MINMATCHLEN") && !args.is_done() {
            options.min_match_length = args.next_i64()?;
        } else {
            return Err(CommandError::Syntax);
        }
    }
    if options.length && options.index {
        return Err(CommandError::LcsLengthAndIndex);
    }
    Ok(options)
}

fn shown(found: Match, with_length: bool) -> Reply {
    let place = |place: usize| Reply::Integer(place as i64);
    let range = |(first, last)| Reply::Array(vec![place(first), place(last)]);
    let mut shown = vec![range(found.a), range(found.b)];
    shown.extend(with_length.then(|| Reply::Integer(found.length())));
    Reply::Array(shown)
}

/// How long the longest common subsequence of each two heads of the strings is.
struct Lengths {
    cells: Vec<u32>,
    width: usize,
}

impl Lengths {
    fn new(a: &[u8], b: &[u8]) -> Self {
        let width = b.len() + 1;
        let mut lengths = Self { cells: vec![0; (a.len() + 1) * width], width };
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                let longest = if x == y {
                    lengths.at(i, j) + 1
                } else {
                    lengths.at(i, j + 1).max(lengths.at(i + 1, j))
                };
                lengths.cells[(i + 1) * width + j + 1] = longest;
            }
        }
        lengths
    }

    /// For the first `i` bytes of one string and the first `j` of the other.
    fn at(&self, i: usize, j: usize) -> u32 {
        self.cells[i * self.width + j]
    }

    /// The subsequence, and where it stands, from the end to the front.
    fn trace(&self, a: &[u8], b: &[u8]) -> (Blob, Vec<Match>) {
        let (mut i, mut j) = (a.len(), b.len());
        let (mut common, mut matches) = (Vec::new(), Vec::<Match>::new());
        while i > 0 && j > 0 {
            if a[i - 1] == b[j - 1] {
                (i, j) = (i - 1, j - 1);
                common.push(a[i]);
                match matches.last_mut() {
                    Some(last) if last.a.0 == i + 1 && last.b.0 == j + 1 => {
                        (last.a.0, last.b.0) = (i, j);
                    }
                    _ => matches.push(Match { a: (i, i), b: (j, j) }),
                }
            } else if self.at(i - 1, j) > self.at(i, j - 1) {
                i -= 1;
            } else {
                j -= 1;
            }
        }
        (common.into_iter().rev().collect(), matches)
    }
}
