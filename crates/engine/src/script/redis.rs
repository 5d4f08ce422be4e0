//! The functions of the table `redis`.

use super::answer::{Answer, Value};
use super::entry::{Argument, Arguments};
use super::run::Run;
use crate::CommandError;
use crate::call::Caller;
use lockstep_lua51::ffi::TEXTS;
use lockstep_lua51::format_number;
use lockstep_resp::{Protocol, Reply};
use sha1_smol::Sha1;
use std::borrow::Cow;
use std::mem::MaybeUninit;

/// A function as Lua calls it.
pub(super) enum Function {
    /// It runs a command, and raises its error or answers it.
    Command { raises: bool },
    /// It is one of its own.
    Other(fn(&Arguments<'_>, &mut Run<'_>) -> Answer),
}

/// Each function with its name in the table.
pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("call", Function::Command { raises: true }),
    ("pcall", Function::Command { raises: false }),
    ("error_reply", Function::Other(error_reply)),
    ("status_reply", Function::Other(status_reply)),
    ("sha1hex", Function::Other(sha1hex)),
    ("log", Function::Other(log)),
    ("setresp", Function::Other(setresp)),
    ("set_repl", Function::Other(set_repl)),
    ("replicate_commands", Function::Other(replicate_commands)),
    ("acl_check_cmd", Function::Other(acl_check_cmd)),
    ("breakpoint", Function::Other(breakpoint)),
    ("debug", Function::Other(debug)),
];

/// The numbers in the table.
pub(super) const NUMBERS: &[(&str, f64)] = &[
    ("LOG_DEBUG", 0.0),
    ("LOG_VERBOSE", 1.0),
    ("LOG_NOTICE", 2.0),
    ("LOG_WARNING", 3.0),
    ("REPL_NONE", 0.0),
    ("REPL_AOF", 1.0),
    ("REPL_SLAVE", 2.0),
    ("REPL_REPLICA", 2.0),
    ("REPL_ALL", 3.0),
    ("REDIS_VERSION_NUM", 0x0007_000F as f64),
];

/// The version whose replies this engine gives.
pub(super) const REDIS_VERSION: &str = "7.0.15";

/// Runs a command; its error is raised, or answered.
pub(super) fn command(arguments: &Arguments<'_>, run: &mut Run<'_>, raises: bool) {
    if let Err(refused) = with_words(arguments, |words| run.command(words, raises)) {
        run.answer = Answer { raise: raises, ..refused };
    }
}

/// Does something with the arguments as the words of a command; refuses what
/// cannot be one.
fn with_words<T>(arguments: &Arguments<'_>, work: impl FnOnce(&[&[u8]]) -> T) -> Result<T, Answer> {
    if arguments.len() == 0 {
        return Err(Answer::error("Please specify at least one argument for this redis lib call"));
    }
    let mut room = [MaybeUninit::uninit(); TEXTS];
    if let Some(words) = arguments.texts(&mut room) {
        return Ok(work(words));
    }
    let words = mixed_words(arguments);
    let refused = || Answer::error("Lua redis lib command arguments must be strings or integers");
    let words = words.ok_or_else(refused)?;
    let words: Vec<&[u8]> = words.iter().map(AsRef::as_ref).collect();
    Ok(work(&words))
}

/// The arguments as words, numbers among them; `None` if there is something else.
fn mixed_words<'a>(arguments: &'a Arguments<'_>) -> Option<Vec<Cow<'a, [u8]>>> {
    let word = |at| match arguments.get(at) {
        Argument::Text(text) => Some(Cow::Borrowed(text)),
        Argument::Number(number) => Some(Cow::Owned(number_as_word(number))),
        Argument::Other => None,
    };
    (0..arguments.len()).map(word).collect()
}

/// A number as Redis passes it to a command: `%.17g` of C.
fn number_as_word(number: f64) -> Vec<u8> {
    // Whole numbers, the usual ones, need no help from C. -0 prints its sign.
    let whole = number as i64;
    if whole as f64 == number && whole.unsigned_abs() < 1_000_000_000_000_000 && whole != 0 {
        return whole.to_string().into_bytes();
    }
    format_number(number, 17)
}

fn error_reply(arguments: &Arguments<'_>, _: &mut Run<'_>) -> Answer {
    match single_text(arguments) {
        Ok(text) => Answer::value(Value::Error(error_text(text))),
        Err(answer) => answer,
    }
}

fn status_reply(arguments: &Arguments<'_>, _: &mut Run<'_>) -> Answer {
    match single_text(arguments) {
        Ok(text) => Answer::value(Value::Status(text.to_vec())),
        Err(answer) => answer,
    }
}

/// The wrong arguments are answered by an error that is not raised, as in Redis.
fn single_text<'a>(arguments: &'a Arguments<'_>) -> Result<&'a [u8], Answer> {
    match arguments.get(0) {
        Argument::Text(text) if arguments.len() == 1 => Ok(text),
        _ => Err(Answer::error("wrong number or type of arguments")),
    }
}

/// The text of an error table: a minus sign in front is dropped, and where
/// there is no code, which ends at a space, `ERR` becomes it.
pub(super) fn error_text(text: &[u8]) -> Vec<u8> {
    let text = text.split(|&b| b == 0).next().unwrap_or_default();
    let text = text.strip_prefix(b"-").unwrap_or(text);
    let (code, message) = match text.iter().position(|&b| b == b' ') {
        Some(space) => (&text[..space], &text[space + 1..]),
        None => (&b"ERR"[..], text),
    };
    [code, b" ", trim_lines(message)].concat()
}

fn trim_lines(text: &[u8]) -> &[u8] {
    let ends_line = |b: &u8| matches!(b, b'\r' | b'\n');
    let start = text.iter().take_while(|b| ends_line(b)).count();
    let text = &text[start..];
    let end = text.iter().rev().take_while(|b| ends_line(b)).count();
    &text[..text.len() - end]
}

fn sha1hex(arguments: &Arguments<'_>, _: &mut Run<'_>) -> Answer {
    if arguments.len() != 1 {
        return Answer::error("wrong number of arguments").raised();
    }
    let text = match arguments.get(0) {
        Argument::Text(text) => Cow::Borrowed(text),
        // As Lua's tostring writes it.
        Argument::Number(number) => Cow::Owned(format_number(number, 14)),
        Argument::Other => Cow::default(),
    };
    Answer::value(Value::Reply(Some(Reply::bulk(Sha1::from(&text).digest().to_string()))))
}

/// Checks its arguments as Redis does. There is no log to write to.
fn log(arguments: &Arguments<'_>, _: &mut Run<'_>) -> Answer {
    if arguments.len() < 2 {
        return Answer::error("redis.log() requires two arguments or more.").raised();
    }
    match arguments.number(0) {
        None => Answer::error("First argument must be a number (log level).").raised(),
        Some(level) if (0..=3).contains(&(level as i64)) => Answer::NOTHING,
        Some(_) => Answer::error("Invalid debug level.").raised(),
    }
}

/// Chooses the protocol of the script from here on.
fn setresp(arguments: &Arguments<'_>, run: &mut Run<'_>) -> Answer {
    if arguments.len() != 1 {
        return Answer::error("redis.setresp() requires one argument.").raised();
    }
    let protocol = match arguments.number(0) {
        Some(number) if (2.0..3.0).contains(&number) => Protocol::Resp2,
        Some(number) if (3.0..4.0).contains(&number) => Protocol::Resp3,
        _ => return Answer::error("RESP version must be 2 or 3.").raised(),
    };
    run.set_protocol(protocol);
    Answer::NOTHING
}

/// Checks its argument as Redis does. There is nobody to replicate to.
fn set_repl(arguments: &Arguments<'_>, _: &mut Run<'_>) -> Answer {
    if arguments.len() != 1 {
        return Answer::error("redis.set_repl() requires two arguments.").raised();
    }
    let flags = arguments.number(0).unwrap_or(0.0);
    if flags > -1.0 && flags < 4.0 {
        return Answer::NOTHING;
    }
    let flags = "REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.";
    Answer::error(&format!("Invalid replication flags. Use {flags}")).raised()
}

/// Commands are always replicated one by one, so there is nothing to switch on.
fn replicate_commands(_: &Arguments<'_>, _: &mut Run<'_>) -> Answer {
    Answer::value(Value::Reply(Some(Reply::Boolean(true))))
}

/// There are no rules that forbid a command to somebody.
fn acl_check_cmd(arguments: &Arguments<'_>, run: &mut Run<'_>) -> Answer {
    let is_known = with_words(arguments, |words| match run.resolve(words) {
        Ok(_) => true,
        Err(error) => error != CommandError::unknown_command(Caller::Script, &[]),
    });
    match is_known {
        Ok(true) => Answer::value(Value::Reply(Some(Reply::Boolean(true)))),
        Ok(false) => Answer::error("Invalid command passed to redis.acl_check_cmd()").raised(),
        Err(refused) => refused.raised(),
    }
}

/// There is no debugger that could be stopped at.
fn breakpoint(_: &Arguments<'_>, _: &mut Run<'_>) -> Answer {
    Answer::value(Value::Reply(Some(Reply::Boolean(false))))
}

/// There is no debugger that could print something.
fn debug(_: &Arguments<'_>, _: &mut Run<'_>) -> Answer {
    Answer::NOTHING
}
