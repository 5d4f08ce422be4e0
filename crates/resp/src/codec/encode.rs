//! From values to bytes.

use super::Protocol;
use crate::{Command, Reply};

/// Appends the command as an array of bulk strings, the form that every server
/// takes under both protocols.
pub fn encode_command(command: &Command, out: &mut Vec<u8>) {
    header(out, b'*', command.words().len());
    for word in command.words() {
        blob(out, b'$', word);
    }
}

/// Appends the reply as it is: [`Reply::seen_by`] gives it the form of a
/// protocol before. The absent value of RESP3 is for a client of that protocol.
///
/// Line breaks in a status or an error become spaces, as in Redis: they would
/// end it early.
pub fn encode_reply(reply: &Reply, protocol: Protocol, out: &mut Vec<u8>) {
    match reply {
        Reply::Simple(text) => line(out, b'+', text.as_bytes()),
        Reply::Error(text) => line(out, b'-', text),
        Reply::Integer(n) => line(out, b':', n.to_string().as_bytes()),
        Reply::Bulk(bytes) => blob(out, b'$', bytes),
        Reply::Nil if protocol == Protocol::Resp3 => out.extend_from_slice(b"_\r\n"),
        Reply::Nil => out.extend_from_slice(b"$-1\r\n"),
        Reply::NilArray => out.extend_from_slice(b"*-1\r\n"),
        Reply::Array(items) => list(items, b'*', protocol, out),
        Reply::Set(items) => list(items, b'~', protocol, out),
        Reply::Push(items) => list(items, b'>', protocol, out),
        Reply::Map(pairs) => {
            header(out, b'%', pairs.len());
            for (key, value) in pairs {
                encode_reply(key, protocol, out);
                encode_reply(value, protocol, out);
            }
        }
        Reply::Double(text) => line(out, b',', text),
        Reply::BigNumber(text) => line(out, b'(', text),
        Reply::Boolean(b) => line(out, b'#', if *b { b"t" } else { b"f" }),
        Reply::Verbatim(format, text) => blob(out, b'=', &[&format[..], b":", text].concat()),
    }
}

fn list(items: &[Reply], mark: u8, protocol: Protocol, out: &mut Vec<u8>) {
    header(out, mark, items.len());
    for item in items {
        encode_reply(item, protocol, out);
    }
}

fn header(out: &mut Vec<u8>, mark: u8, len: usize) {
    line(out, mark, len.to_string().as_bytes());
}

fn blob(out: &mut Vec<u8>, mark: u8, bytes: &[u8]) {
    header(out, mark, bytes.len());
    out.extend_from_slice(bytes);
    out.extend_from_slice(b"\r\n");
}

fn line(out: &mut Vec<u8>, mark: u8, text: &[u8]) {
    out.push(mark);
    out.extend(text.iter().map(|b| match b {
        b'\r' | b'\n' => b' ',
        other => *other,
    }));
    out.extend_from_slice(b"\r\n");
}
