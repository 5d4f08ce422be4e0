//! Sorts the elements of a list, set or sorted set.
//!
//! ```text
//! SORT key [BY pattern] [LIMIT offset count] [GET pattern [GET pattern ...]]
//!     [ASC | DESC] [ALPHA] [STORE destination]
//! ```
//!
//! Replies the elements in the order of the numbers that they are, or of their bytes with
//! `ALPHA`; with `STORE` it makes a list of them and replies its length. `BY` sorts by what
//! stands at the key that the pattern gives when the element takes the place of its `*`, or
//! in a field of the hash there (`key->field`); a pattern without `*` leaves the order as
//! it is. `GET` replies what stands at such keys instead of the elements, `#` the element.
//!
//! What is in no order in Redis, a set with `BY` a constant, has the order of the engine.

use crate::args::{Args, amount};
use crate::call::Call;
use crate::call::Caller;
use crate::command::{Arity, CommandFlags, CommandSpec, Group, Run};
use crate::error::CommandError;
use crate::keyspace::{Expire, Keyspace};
use crate::value::{Hash, Kind, List, Score, StringValue, Value};
use lockstep_resp::{Blob, Reply};
use std::cmp::Ordering;

pub(crate) const SPEC: CommandSpec = CommandSpec {
    name: "SORT",
    group: Group::Generic,
    arity: Arity::AtLeast(2),
    flags: CommandFlags::WRITE,
    since: "1.0.0",
    summary: "Sorts the elements of a list, set or sorted set.",
    syntax: "SORT key [BY pattern] [LIMIT offset count] [GET pattern [GET pattern ...]] \
             [ASC | DESC] [ALPHA] [STORE destination]",
    run: Run::Command(run),
};

#[derive(Debug, Default)]
struct Options<'a> {
    by: Option<&'a [u8]>,
    offset: i64,
    count: Option<usize>,
    get: Vec<&'a [u8]>,
    descending: bool,
    alpha: bool,
    store: Option<&'a [u8]>,
}

/// Whether STORE is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Store {
    Known,
    Unknown,
}

/// By what an element is sorted.
#[derive(Clone, Debug)]
enum Weight {
    Score(Score),
    Text(Option<Blob>),
}

fn run(call: &mut Call<'_>) -> Result<Reply, CommandError> {
    apply(call, Store::Known)
}

/// SORT_RO is a call of this.
pub(super) fn apply(call: &mut Call<'_>, store: Store) -> Result<Reply, CommandError> {
    let key = call.args.next()?;
    let mut options = parse(&mut call.args, store)?;
    let caller = call.caller;
    let mut keyspace = call.keyspace();
    let mut is_sorted = options.by.is_some_and(|pattern| !pattern.contains(&b'*'));
    let value = keyspace.lookup_key_write(key);
    if is_sorted
        && matches!(value, Some(Value::Set(_)))
        && (options.store.is_some() || caller == Caller::Script)
    {
        // What is stored or seen by a script comes out the same each time.
        (is_sorted, options.alpha, options.by) = (false, true, None);
    }
    let mut elements = elements(value, is_sorted && options.descending)?;
    if !is_sorted {
        elements = sorted(&mut keyspace, elements, &options)?;
    }
    let offset = amount(options.offset).unwrap_or(0);
    let count = options.count.unwrap_or(usize::MAX);
    let shown: Vec<Blob> = elements.into_iter().skip(offset).take(count).collect();
    let shown = got(&mut keyspace, shown, &options.get);
    let Some(destination) = options.store else {
        let replies = shown.into_iter().map(|item| item.map_or(Reply::Nil, Reply::Bulk));
        return Ok(Reply::Array(replies.collect()));
    };
    let list: List = shown.into_iter().map(Option::unwrap_or_default).collect();
    let length = list.len() as i64;
    if length > 0 {
        keyspace.set_key(&Blob::from(destination), Value::List(list), Expire::Never);
        keyspace.notify("sortstore", destination);
    } else if keyspace.delete(destination).is_some() {
        keyspace.notify("del", destination);
    }
    Ok(Reply::Integer(length))
}

fn parse<'a>(args: &mut Args<'a>, store: Store) -> Result<Options<'a>, CommandError> {
    let mut options = Options::default();
    while !args.is_done() {
        let behind = args.rest().len() - 1;
        if args.keyword("ASC") {
            options.descending = false;
        } else if args.keyword("DESC") {
            options.descending = true;
        } else if args.keyword("ALPHA") {
            options.alpha = true;
        } else if behind >= 2 && args.keyword("LIMIT") {
            options.offset = args.next_i64()?;
            options.count = amount(args.next_i64()?);
        } else if behind >= 1 && store == Store::Known && args.keyword("STORE") {
            options.store = Some(args.next()?);
        } else if behind >= 1 && args.keyword("BY") {
            options.by = Some(args.next()?);
        } else if behind >= 1 && args.keyword("GET") {
            options.get.push(args.next()?);
        } else {
            return Err(CommandError::Syntax);
        }
    }
    Ok(options)
}

/// The elements in their own order, which only lists and sorted sets have in
/// reverse.
fn elements(value: Option<&mut Value>, reversed: bool) -> Result<Vec<Blob>, CommandError> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let mut elements: Vec<Blob> = match value {
        Value::List(list) => list.iter().cloned().collect(),
        Value::Set(set) => return Ok(set.iter().cloned().collect()),
        Value::SortedSet(set) => {
            set.become_skiplist();
            set.iter().map(|(member, _)| member.clone()).collect()
        }
        Value::String(_) | Value::Hash(_) => return Err(CommandError::WrongType),
    };
    if reversed {
        elements.reverse();
    }
    Ok(elements)
}

fn sorted(
    keyspace: &mut Keyspace<'_>,
    elements: Vec<Blob>,
    options: &Options<'_>,
) -> Result<Vec<Blob>, CommandError> {
    let mut weighed = Vec::with_capacity(elements.len());
    for element in elements {
        let by = match options.by {
            Some(pattern) => look_up(keyspace, pattern, &element),
            None => Some(element.clone()),
        };
        let weight = match by {
            by if options.alpha => Weight::Text(by),
            by => Weight::Score(score(by.as_deref().unwrap_or_default())?),
        };
        weighed.push((weight, element));
    }
    let is_stored = options.store.is_some();
    weighed.sort_by(|(a, x), (b, y)| {
        let order = match (a, b) {
            (Weight::Score(a), Weight::Score(b)) => a.cmp(b).then_with(|| x.cmp(y)),
            (Weight::Text(Some(a)), Weight::Text(Some(b))) if !is_stored => c_order(a, b),
            (Weight::Text(a), Weight::Text(b)) => a.cmp(b),
            (Weight::Score(_), Weight::Text(_)) => Ordering::Less,
            (Weight::Text(_), Weight::Score(_)) => Ordering::Greater,
        };
        if options.descending { order.reverse() } else { order }
    });
    Ok(weighed.into_iter().map(|(_, element)| element).collect())
}

/// The number that a text begins with, as C's `strtod` reads it; no text is 0.
fn score(text: &[u8]) -> Result<Score, CommandError> {
    let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
    let number = text.trim_ascii_start();
    let zero = if text.is_empty() { Score::new(0.0) } else { None };
    zero.or_else(|| Score::parse(number)).ok_or(CommandError::NotScores)
}

/// The order of C texts, which end at a zero byte.
fn c_order(a: &[u8], b: &[u8]) -> Ordering {
    let text = |bytes: &[u8]| bytes.iter().copied().take_while(|&byte| byte != 0).collect();
    let (a, b): (Vec<u8>, Vec<u8>) = (text(a), text(b));
    a.cmp(&b)
}

/// What the patterns of GET give for each element; without any, the elements.
fn got(keyspace: &mut Keyspace<'_>, elements: Vec<Blob>, patterns: &[&[u8]]) -> Vec<Option<Blob>> {
    if patterns.is_empty() {
        return elements.into_iter().map(Some).collect();
    }
    let mut got = Vec::with_capacity(elements.len() * patterns.len());
    for element in &elements {
        got.extend(patterns.iter().map(|pattern| look_up(keyspace, pattern, element)));
    }
    got
}

/// The string at the key, or in the field, that the pattern gives with the
/// element in place of its `*`.
fn look_up(keyspace: &mut Keyspace<'_>, pattern: &[u8], element: &Blob) -> Option<Blob> {
    if pattern == b"#" {
        return Some(element.clone());
    }
    let star = pattern.iter().position(|&byte| byte == b'*')?;
    let (before, behind) = (&pattern[..star], &pattern[star + 1..]);
    let arrow = behind.windows(2).position(|pair| pair == b"->");
    // An arrow that points at nothing belongs to the key.
    let arrow = arrow.filter(|arrow| arrow + 2 < behind.len());
    let key = [before, element, &behind[..arrow.unwrap_or(behind.len())]].concat();
    let value = keyspace.lookup_key_read(&key)?;
    match arrow {
        Some(arrow) => Hash::expect(value).ok()?.get(&behind[arrow + 2..]).cloned(),
        None => StringValue::expect(value).ok().map(|string| string.bytes().clone()),
    }
}
